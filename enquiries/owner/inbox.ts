// What the browser shares with the server, so there is no code of the server in it.

/** Where the owner is with an enquiry, in the order in which it usually goes. */
export const enquiryStates = ["new", "in-contact", "scheduled", "closed"] as const;
export type EnquiryState = (typeof enquiryStates)[number];

export const maxNoteLength = 4_000;

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `unchanged`: it was so already. `missing`: there is no such enquiry, or nothing of it to act on. */
export type ActResult = "done" | "unchanged" | "missing";

/** An e-mail address in any case, or a phone number in E.164. */
export type Person = { email: string } | { phone: string };
