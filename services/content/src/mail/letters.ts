import type { Letter } from './layout.ts';
import type { LetterContext } from './letter-context.ts';
import type { MailData, MailKind, MailRow } from './mail.schema.ts';
import { orderCreatedLetter, orderMovedOnLetter } from './order.letters.ts';
import {
  checkoutRefusedLetter,
  refundCompletedLetter,
  refundFailedLetter,
  refundRequestedLetter,
} from './refund.letters.ts';

const LETTERS: { [Kind in MailKind]: (data: MailData[Kind], context: LetterContext) => Letter } = {
  'order-created': orderCreatedLetter,
  'order-moved-on': orderMovedOnLetter,
  'refund-requested': refundRequestedLetter,
  'checkout-refused': checkoutRefusedLetter,
  'refund-completed': refundCompletedLetter,
  'refund-failed': refundFailedLetter,
};

/** What a queued mail says. */
export const letterOf = ({ kind, data }: Pick<MailRow, 'kind' | 'data'>, context: LetterContext): Letter =>
  LETTERS[kind](data as never, context);
