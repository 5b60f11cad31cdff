import { type cartOrder, type DataOf, moneyText, paiseFrom } from '@shop/contracts';
import type { MailContent } from './layout.ts';
import type { TemplateContext } from './template-context.ts';

type Requested = DataOf<typeof cartOrder.alertRequested>;
type Raised = DataOf<typeof cartOrder.alertRaised>;
type RaisedPiece = Raised['pieces'][number];

const inRupees = (rupees: number): string => moneyText(paiseFrom(rupees), 'INR');

/** Where mails about pieces are confirmed and stopped. The token is behind the hash, so that no server logs it. */
const alertsUrl = (token: string, { shopUrl }: TemplateContext): string =>
  new URL(`/wishlist/mails#${token}`, shopUrl).href;

/** An address without an account confirms that it wants to be told. */
export function alertRequestedTemplate({ name, token }: Requested, context: TemplateContext): MailContent {
  return {
    subject: `Shall we tell you when ${name} is back?`,
    parts: [
      'Hello,',
      `Somebody, we hope you, asked ${context.brand.name} to mail this address once ${name} is back in stock.`,
      { link: 'Yes, tell me', url: alertsUrl(token, context) },
      'If that was not you, do nothing: without this step we send no mail, and forget the address after a week.',
    ],
  };
}

function titleOf([piece, ...others]: readonly RaisedPiece[]): string {
  if (others.length > 0) return `${others.length + 1} pieces that you wait for`;
  return piece!.kind === 'back-in-stock' ? `${piece!.name} is back` : `${piece!.name} costs less now`;
}

const changeOf = ({ kind, before }: RaisedPiece): string => {
  if (kind === 'back-in-stock') return 'In stock again';
  return before === undefined ? 'Less than before' : `It was ${inRupees(before)}`;
};

/** Pieces are back, or cost less, that the recipient wanted to be told about. */
export function alertRaisedTemplate({ pieces, token }: Raised, context: TemplateContext): MailContent {
  const [first, ...others] = pieces;
  const page = others.length > 0 ? '/wishlist' : `/product/group/${first!.productGroup}?variant=${first!.productId}`;
  const isBack = pieces.some(({ kind }) => kind === 'back-in-stock');
  return {
    subject: titleOf(pieces),
    parts: [
      context.name ? `Dear ${context.name},` : 'Hello,',
      isBack
        ? 'You asked us to tell you. We tell a few people at a time, those first who have waited the longest, and cannot keep a piece for you.'
        : 'You asked us to tell you.',
      {
        rows: pieces.map((piece) => ({
          name: piece.name,
          detail: changeOf(piece),
          amount: inRupees(piece.mrp ?? piece.price),
        })),
      },
      { link: others.length > 0 ? 'See your wishlist' : 'See it', url: new URL(page, context.shopUrl).href },
      'You get at most one of these mails a day, only because you agreed to them.',
      { link: 'Stop these mails', url: alertsUrl(token, context) },
    ],
    unsubscribeUrl: new URL(`/api/v1/alerts/unsubscribe/${token}`, context.shopUrl).href,
  };
}
