import type { InputHTMLAttributes } from "react";
import type { SettingField } from "../../server/api.ts";

export interface SettingInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Fields that environment variables set. */
  readonly fixed: readonly SettingField[];
  readonly wrong: readonly SettingField[];
  readonly name: SettingField;
  readonly label: string;
  readonly help?: string | undefined;
}

/** One setting with its help or its error. */
export function SettingInput({ fixed, wrong, name, label, help, ...input }: SettingInputProps) {
  const isFixed = fixed.includes(name);
  const isWrong = wrong.includes(name);
  const id = `setting-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        name={name}
        id={id}
        readOnly={isFixed}
        aria-invalid={isWrong}
        aria-describedby={`${id}-help`}
      />
      <p id={`${id}-help`} className="quiet">
        {isWrong ? <strong>{wrongWords[name]} </strong> : null}
        {isFixed ? "Ustawione na serwerze, tu nie da się tego zmienić." : help}
      </p>
    </div>
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
