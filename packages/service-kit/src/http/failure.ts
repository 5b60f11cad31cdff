import { type ErrorCode, errors, type ErrorSpec } from '@shop/contracts';

/**
 * An expected failure, sent as problem+json with the status and message that the contracts give its code:
 * `throw new Failure('cart.insufficient-stock', { details: { stock: 2 } })`.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly status: number;
  /** Messages by field of the input. */
  readonly errors?: Record<string, string>;
  readonly details?: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    {
      message,
      errors: byField,
      details,
      headers = {},
      cause,
    }: {
      /** Replaces the contract's message. Shown to the user. */
      message?: string;
      errors?: Record<string, string>;
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    const spec: ErrorSpec | undefined = errors[code];
    if (!spec) throw new TypeError(`The error code ${code} is not declared in the contracts`);
    super(message ?? spec.message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = spec.status;
    if (byField) this.errors = byField;
    if (details) this.details = details;
    this.headers = headers;
  }
}

/** Bad input in one field that its schema cannot see. */
export const invalidField = (field: string, message: string): Failure =>
  new Failure('request.invalid', { errors: { [field]: message } });
