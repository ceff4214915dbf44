import { plainLetters, smsLength } from "../../../enquiries/owner/sms-length.ts";
import { plural } from "../format.ts";
import { Button } from "../shell/button.tsx";

interface SmsHintProps {
  readonly text: string;
  /** Left out: nothing can be done about it here. */
  readonly onShorten?: () => void;
}

/** In how many parts an SMS goes, which operators charge for. Polish letters more than double their number. */
export function SmsHint({ text, onShorten }: SmsHintProps) {
  const { parts, isPlain } = smsLength(text);
  const plain = smsLength(plainLetters(text)).parts;
  const characters = [...text].length;
  return (
    <p className="quiet figure">
      {characters} {plural(characters, "znak", "znaki", "znaków")}. SMS: {inParts(parts)}
      {isPlain || plain === parts ? "." : `, a bez polskich liter ${plain}.`}{" "}
      {onShorten && plain < parts ? (
        <Button kind="quiet" onClick={onShorten}>
          Zamień polskie litery
        </Button>
      ) : null}
    </p>
  );
}

const inParts = (count: number) => `${count} ${plural(count, "część", "części", "części")}`;
