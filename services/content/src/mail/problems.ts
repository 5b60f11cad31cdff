/** Why a mail is not sent, where it was not the mail server that said so. */
export const ACCOUNT_GONE = 'The account is gone';
export const RECIPIENT_UNKNOWN = 'The account was not heard of yet';

interface SmtpError extends Error {
  /** Nodemailer's: `EENVELOPE`, `EAUTH`, `ETIMEDOUT` … */
  code?: string;
  /** The server's: 250, 451, 550 … */
  responseCode?: number;
}

/**
 * Whether the mail server will never take this mail to this address. Busy servers (4xx), connections that broke and our
 * own wrong password (535) are no fault of the mail: they pass.
 */
export function isRefused(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError;
  if (code === 'EAUTH') return false;
  return responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500;
}
