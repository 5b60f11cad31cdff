/** Reasons for not sending a mail, other than the mail server's. */
export const ACCOUNT_DELETED = 'The account was deleted';
export const GIVEN_UP = 'The address took no mail';
export const RECIPIENT_UNKNOWN = 'The account is not known yet';

interface SmtpError extends Error {
  /** Of Nodemailer: `EENVELOPE`, `EAUTH`, `ETIMEDOUT` … */
  code?: string;
  /** SMTP status: 250, 451, 550 … */
  responseCode?: number;
}

/**
 * Whether the mail server permanently refuses the mail. Busy servers (4xx), broken connections and our own wrong password
 * (535) are transient.
 */
export function isRefused(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError;
  if (code === 'EAUTH') return false;
  return responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500;
}
