import { randomBytes } from 'node:crypto';
import { type Answer, Refusal } from '../core/http.ts';

const NAMES = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload media type.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error has occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
} as const;

/** Status and description by issue code. */
const ISSUES = {
  MALFORMED_REQUEST_JSON: [400, 'The request JSON is not well formed.'],
  MISSING_REQUIRED_PARAMETER: [400, 'A required field / parameter is missing.'],
  INVALID_PARAMETER_SYNTAX: [400, 'The value of a field does not conform to the expected format.'],
  INVALID_PARAMETER_VALUE: [400, 'The value of a field is invalid.'],
  INVALID_STRING_LENGTH: [400, 'The value of a field is either too short or too long.'],
  INVALID_ARRAY_MAX_ITEMS: [400, 'The number of items in an array parameter is too large.'],
  INVALID_ARRAY_MIN_ITEMS: [400, 'The number of items in an array parameter is too small.'],
  PAYPAL_REQUEST_ID_REQUIRED: [
    400,
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  ],
  INVALID_RESOURCE_ID: [404, 'Specified resource ID does not exist. Please check the resource ID and try again.'],
  PREVIOUS_REQUEST_IN_PROGRESS: [
    409,
    'A previous request on this resource is currently in progress. Please wait for some time and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.',
  ],
  AMOUNT_MISMATCH: [
    422,
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  ],
  ITEM_TOTAL_MISMATCH: [
    422,
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ],
  ITEM_TOTAL_REQUIRED: [
    422,
    "If item details are specified (items.unit_amount and items.quantity) corresponding 'amount.breakdown.item_total' is required.",
  ],
  CANNOT_BE_NEGATIVE: [
    422,
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.',
  ],
  CANNOT_BE_ZERO_OR_NEGATIVE: [
    422,
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  ],
  CURRENCY_NOT_SUPPORTED: [
    422,
    'Currency code is not currently supported. Please refer https://developer.paypal.com/docs/api/reference/currency-codes/ for list of supported currency codes.',
  ],
  INVALID_CURRENCY_CODE: [422, 'Currency code should be a three-character currency code.'],
  DECIMAL_PRECISION: [422, 'If the currency supports decimals, only two decimal place precision is supported.'],
  DECIMALS_NOT_SUPPORTED: [422, 'Currency does not support decimals.'],
  MULTI_CURRENCY_ORDER: [422, 'Multiple differing values of currency_code are not supported.'],
  DUPLICATE_REFERENCE_ID: [422, 'reference_id must be unique if multiple purchase_unit are provided.'],
  UNSUPPORTED_INTENT: [422, 'intent=AUTHORIZE is not supported by this account.'],
  DUPLICATE_REQUEST_ID: [
    422,
    'The value of PayPal-Request-Id header has already been used. Please specify a different value.',
  ],
  DUPLICATE_INVOICE_ID: [
    422,
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  ],
  ORDER_NOT_APPROVED: [
    422,
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.",
  ],
  ORDER_ALREADY_CAPTURED: [422, "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed."],
  ORDER_COMPLETION_IN_PROGRESS: [
    422,
    'Processing of previous capture or authorization request is in progress. If you want to resubmit the capture or authorization, use a PayPal-Request-Id.',
  ],
  PAYER_ACTION_REQUIRED: [
    422,
    "Payer needs to perform the following action before proceeding with payment. Please redirect the payer to the 'rel':'payer-action' url returned as part of the HATEOAS links.",
  ],
  INSTRUMENT_DECLINED: [
    422,
    "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
  ],
  TRANSACTION_REFUSED: [422, 'The transaction was refused.'],
  PAYER_CANNOT_PAY: [422, 'Payer cannot pay for this transaction with PayPal.'],
  CAPTURE_FULLY_REFUNDED: [422, 'The capture has already been fully refunded.'],
  PENDING_CAPTURE: [
    422,
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction by using an e-check or bank account.',
  ],
  REFUND_NOT_ALLOWED: [422, 'Refund is not allowed for a capture of this status.'],
  REFUND_AMOUNT_EXCEEDED: [
    422,
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  ],
  REFUND_CAPTURE_CURRENCY_MISMATCH: [422, 'Refund must be in the same currency as the capture.'],
  REFUND_TIME_LIMIT_EXCEEDED: [
    422,
    'You are over the time limit to perform a refund on this capture. The refund cannot be issued at this time.',
  ],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error has occurred.'],
} as const satisfies Record<string, readonly [keyof typeof NAMES, string]>;

export type Issue = keyof typeof ISSUES;

export const isIssue = (name: string): name is Issue => Object.hasOwn(ISSUES, name);

interface Detail {
  field?: string;
  value?: unknown;
  /** Additional links, beside the one to the documentation. */
  links?: { href: string; rel: string; method: string }[];
}

/** The refusal of a call for this issue. */
export const refuse = (issue: Issue, detail: Detail = {}): Refusal => new Refusal(answerOf(issue, detail));

export function answerOf(issue: Issue, { field, value, links = [] }: Detail = {}): Answer {
  const [status, description] = ISSUES[issue];
  const location = field ? 'body' : undefined;
  return {
    status,
    body: {
      ...bodyOf(status),
      details: [{ field, value, location, issue, description }],
      links: [
        { href: `https://developer.paypal.com/api/orders/v2/#error-${issue}`, rel: 'information_link' },
        ...links,
      ],
    },
  };
}

/** A body without details: a bad token, a server error. */
export function bodyOf(status: number) {
  const [name, message] = NAMES[status as keyof typeof NAMES] ?? NAMES[500];
  return { name, message, debug_id: randomBytes(7).toString('hex').slice(0, 13), links: [] as unknown[] };
}
