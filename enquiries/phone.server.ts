import { parsePhoneNumberFromString } from "libphonenumber-js";

/** The number in E.164 (`+48600100200`), read as Polish when it has no country; undefined when it is none. */
export function parsePhone(typed: string): string | undefined {
  // What people write for the plus sign on a landline.
  const international = typed.trim().replace(/^00/, "+");
  const phone = parsePhoneNumberFromString(international, { defaultCountry: "PL", extract: false });
  return phone?.isPossible() && !phone.ext ? phone.number : undefined;
}

/** A stored number as people read it: `600 100 200` in Poland, `+44 20 7946 0000` elsewhere. */
export function formatPhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164);
  if (!phone) return e164;
  return phone.country === "PL" ? phone.formatNational() : phone.formatInternational();
}
