import { mark } from './kind.ts';

/** An expected failure: HTTP status and the message of the toast. Its code is `noun.reason`. */
export interface ErrorSpec {
  status: number;
  message: string;
}

export type ErrorCode = `${string}.${string}`;

/** Declares errors: `defineErrors({ 'cart.insufficient-stock': { status: 409, message: '…' } })`. */
export function defineErrors<const E extends Record<ErrorCode, ErrorSpec>>(errors: E): E {
  return mark('errors', errors);
}

/** Errors that every call can answer with. */
export const commonErrors = defineErrors({
  'request.invalid': { status: 400, message: 'Please check the marked fields' },
  'request.malformed': { status: 400, message: 'The request could not be read' },
  'request.unsupported-type': { status: 415, message: 'This kind of content is not accepted here' },
  'request.too-large': { status: 413, message: 'This is too large' },
  'request.headers-too-large': { status: 431, message: 'The address or the cookies of this request are too long' },
  'request.timeout': { status: 408, message: 'The request took too long to arrive' },
  'request.foreign-origin': { status: 403, message: 'This request came from another site, or has no Origin header' },
  'request.too-many': { status: 429, message: 'Too many requests. Please wait a moment' },
  'route.not-found': { status: 404, message: 'There is nothing here' },
  'route.method-not-allowed': { status: 405, message: 'This cannot be done here' },
  'session.required': { status: 401, message: 'Please login' },
  /** A session by a code to an e-mail address that has an account, which it does not see. */
  'session.limited': { status: 403, message: 'Please sign in with your password for this' },
  'session.forbidden': { status: 403, message: 'You may not do this' },
  /** The session is open, but this needs the password again. */
  'session.proof-required': { status: 403, message: 'Please confirm this with your password' },
  'session.unavailable': { status: 503, message: 'Signing in is not available right now. Please try again shortly' },
  'idempotency.mismatch': { status: 422, message: 'This key was used for another request' },
  'idempotency.in-progress': { status: 409, message: 'This is already being done' },
  /** `details`: see `DocumentChanged`. */
  'document.changed': { status: 409, message: 'Somebody saved this since you opened it' },
  /** Of what staff take, `details.name`: who has it. */
  'attention.taken': { status: 409, message: 'Somebody else works on it already' },
  'shop.read-only': {
    status: 503,
    message: 'We are looking after the shop: it can be read, but not changed, for some minutes. Please try again then',
  },
  'service.unavailable': {
    status: 503,
    message: 'This part of the shop is not available right now. Please try again shortly',
  },
  'service.timeout': { status: 504, message: 'This took too long. Please try again' },
  'unexpected.error': { status: 500, message: 'Something went wrong. Please try again' },
});

/** `application/problem+json` (RFC 9457): every error of the API has this shape. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  /** Shown by a toast. */
  message: string;
  requestId: string;
  /** Messages by field (`address.pincode`), for invalid input. */
  errors?: Record<string, string>;
  /** Data that the call's contract adds (a changed price, the remaining stock). */
  details?: Record<string, unknown>;
}
