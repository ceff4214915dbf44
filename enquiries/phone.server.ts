import { parsePhoneNumberFromString } from "libphonenumber-js";

/** As `readPhone`, but a Polish number must have its nine digits. libphonenumber considers six to ten possible. */
export function parsePhone(typed: string): string | undefined {
  const number = readPhone(typed);
  return number && /^\+48(?![1-9]\d{8}$)/.test(number) ? undefined : number;
}

/** The number in E.164 (`+48600100200`), or undefined if it is not a phone number. Without a country code it is Polish. */
export function readPhone(typed: string): string | undefined {
  const plain = typed.replace(/^\s*\((\+\d+)\)/, "$1 ");
  const phone = parsePhoneNumberFromString(plain, { defaultCountry: "PL", extract: false });
  return phone?.isPossible() && !phone.ext ? phone.number : undefined;
}

/** Formats a stored number for people: `600 100 200` if it is Polish, `+44 20 7946 0000` if it is not. */
export function formatPhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164);
  if (!phone) return e164;
  return phone.country === "PL" ? phone.formatNational() : phone.formatInternational();
}
