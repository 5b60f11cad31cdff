import { type Answer, Refusal } from '../core/http.ts';

export interface RazorpayErrorBody {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
  field?: string;
}

/** Razorpay's answer to an invalid request. */
export function badRequest(
  description: string,
  { status = 400, ...more }: Partial<RazorpayErrorBody> & { status?: number } = {},
): Refusal {
  const error: RazorpayErrorBody = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...more,
  };
  return new Refusal({ status, body: { error } });
}

export const unknownId = () => badRequest('The id provided does not exist');

export const REFUND_IN_PROGRESS: Answer = {
  status: 409,
  body: {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: 'Request failed because another request is in progress with the same idempotency key.',
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
    },
  },
};

export const serverError = (status: number) => ({
  error: {
    code: status === 502 || status === 504 ? 'GATEWAY_ERROR' : 'SERVER_ERROR',
    description: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
    source: 'internal',
    step: 'NA',
    reason: 'server_error',
    metadata: {},
  },
});
