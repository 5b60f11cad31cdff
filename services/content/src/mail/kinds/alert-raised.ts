import { type cartOrder, type DataOf, moneyText, paiseFrom } from '@shop/contracts';
import { alertsLink } from './alert-links.ts';
import { EXAMPLE } from './example.ts';
import { addressOf, mailKind, pictureOf } from './kind.ts';

type Raised = DataOf<typeof cartOrder.alertRaised>;
type RaisedPiece = Raised['pieces'][number];

const inRupees = (rupees: number): string => moneyText(paiseFrom(rupees), 'INR');

/** What is said of the first piece, which may be the only one. */
function titleOf([piece, ...others]: readonly RaisedPiece[]): string {
  if (others.length > 0) return `${others.length + 1} pieces that you wait for`;
  return piece!.kind === 'back-in-stock' ? `${piece!.name} is back` : `${piece!.name} costs less now`;
}

/** Pieces are back, or cost less, that the recipient wanted to be told about. */
export const alertRaised = mailKind<Raised>({
  content({ pieces, token }, context) {
    const title = titleOf(pieces);
    const pageOf = ({ productGroup, productId }: RaisedPiece) =>
      addressOf(`/product/group/${productGroup}?variant=${productId}`, context);
    const isBack = pieces.some(({ kind }) => kind === 'back-in-stock');
    return {
      subject: title,
      preview: isBack ? 'There are only a few. Others wait for them too.' : 'You asked us to tell you.',
      heading: title,
      parts: [
        context.name ? `Dear ${context.name},` : 'Hello,',
        `You asked us to tell you.${isBack ? ' We tell a few people at a time, those first who have waited the longest, and cannot keep a piece for you.' : ''}`,
        {
          pieces: pieces.map((piece) => {
            const picture = pictureOf(piece.image, context);
            return {
              name: piece.name,
              detail:
                piece.kind === 'back-in-stock'
                  ? 'In stock again'
                  : `Less than before${piece.before === undefined ? '' : `: it was ${inRupees(piece.before)}`}`,
              amount: inRupees(piece.mrp ?? piece.price),
              ...(picture && { picture }),
              url: pageOf(piece),
            };
          }),
        },
        {
          link: pieces.length > 1 ? 'See your wishlist' : 'See it',
          url: pieces.length > 1 ? addressOf('/wishlist', context) : pageOf(pieces[0]!),
        },
        'You get at most one of these mails a day, only because you agreed to them.',
        { link: 'Stop these mails', url: alertsLink(token, context) },
      ],
      unsubscribe: addressOf(`/api/v1/alerts/unsubscribe/${token}`, context),
    };
  },
  examples: {
    back: {
      ...{ recipientId: 'q'.repeat(22), userId: EXAMPLE.userId, token: 't'.repeat(44) },
      pieces: [
        {
          ...{ productId: '6b01c5734d9f13a5da2d0042', productGroup: 'AR-1042', name: 'Meera Solitaire Ring' },
          ...{ kind: 'back-in-stock', price: 32_000, mrp: 32_960 },
        },
      ],
    },
    several: {
      ...{ recipientId: 'q'.repeat(22), userId: EXAMPLE.userId, token: 't'.repeat(44) },
      pieces: [
        {
          ...{ productId: '6b01c5734d9f13a5da2d0042', productGroup: 'AR-1042', name: 'Meera Solitaire Ring' },
          ...{ kind: 'price-drop', price: 32_000, mrp: 32_960, before: 34_000 },
        },
        {
          ...{ productId: '6b01c5734d9f13a5da2d0043', productGroup: 'AR-1043', name: 'Noor Necklace' },
          ...{ kind: 'back-in-stock', price: 51_000, mrp: 52_530 },
        },
      ],
    },
  },
});
