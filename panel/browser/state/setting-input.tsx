import type { InputHTMLAttributes } from "react";
import type { SettingField } from "../../server/api.ts";
import { TextInput } from "../shell/text-input.tsx";

export interface SettingInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Fields that environment variables set. */
  readonly fixed: readonly SettingField[];
  readonly wrong: readonly SettingField[];
  readonly name: SettingField;
  readonly label: string;
  readonly help?: string | undefined;
}

/** One setting with its help or its error. */
export function SettingInput({ fixed, wrong, name, help, ...input }: SettingInputProps) {
  const isFixed = fixed.includes(name);
  const isWrong = wrong.includes(name);
  return (
    <TextInput
      {...input}
      name={name}
      id={`setting-${name}`}
      readOnly={isFixed}
      aria-invalid={isWrong}
      help={
        <>
          {isWrong ? <strong>{wrongWords[name]} </strong> : null}
          {isFixed ? "Ustawione na serwerze, tu nie da się tego zmienić." : help}
        </>
      }
    />
  );
}

const wrongWords: Partial<Record<SettingField, string>> = {
  host: "To nie jest nazwa serwera.",
  port: "Podaj numer portu.",
  password: "Wpisz hasło: zapisane należy do innego serwera albo innej nazwy.",
  mailFrom: "To nie jest adres e-mail.",
  mailTo: "To nie jest adres e-mail.",
  retentionDays: "Podaj liczbę dni, od 1 do 36500.",
  alertUrl: "Podaj cały adres, na przykład https://example.pl/alarm.",
};
