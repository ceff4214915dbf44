import { smsLength } from "../../../enquiries/owner/sms-length.ts";
import { plural } from "../format.ts";

/** In how many parts an SMS goes, which operators charge for. Polish letters more than double their number. */
export function SmsHint({ text }: { readonly text: string }) {
  const { parts, isPlain } = smsLength(text);
  const characters = [...text].length;
  return (
    <p className="quiet figure">
      {characters} {plural(characters, "znak", "znaki", "znaków")}. SMS: {parts}{" "}
      {plural(parts, "część", "części", "części")}
      {isPlain || parts === 1 ? "." : ", a bez polskich liter mniej."}
    </p>
  );
}
