/** After the amount of a refund that an open dispute of the payment withholds. */
export const WAITS =
  'waits for the decision of your bank or payment service about the payment that you dispute: you get it from them, or from us.';
