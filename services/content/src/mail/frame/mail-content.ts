/** A row of a bill or of instructions; `detail` is shown in small type below the name. */
export interface Row {
  name: string;
  detail?: string;
  amount: string;
  /** Emphasized, for the total. */
  strong?: boolean;
}

/** A piece of jewellery. Addresses are absolute: a mail has no page that they could be relative to. */
export interface Piece {
  name: string;
  detail?: string;
  amount?: string;
  picture?: string;
  url?: string;
}

/** A part of a mail. A string is a paragraph. */
export type Part =
  | string
  /** A one-time code, shown large. */
  | { code: string }
  | { pieces: Piece[] }
  | { rows: Row[] }
  /** How far something is: `reached` of the steps are done. */
  | { steps: string[]; reached: number }
  /** A postal address, or another short list under a title. */
  | { title: string; lines: string[] }
  /** What was written by somebody else than the shop's software, such as staff. */
  | { quote: string }
  | { link: string; url: string };

/** What a mail says. The frame makes HTML and text of it, and escapes all of it. */
export interface MailContent {
  subject: string;
  /** What mailboxes show beside the subject. */
  preview: string;
  heading: string;
  parts: Part[];
  /** Takes the agreement to mails of this kind back, by one POST (RFC 8058). */
  unsubscribe?: string;
}
