import type { DataOf, identity } from '@shop/contracts';
import type { Piece } from '../frame/mail-content.ts';
import { EXAMPLE } from './example.ts';
import { addressOf, type MailContext, mailKind } from './kind.ts';

type Mailed = DataOf<typeof identity.noticesMailed>;

interface Named {
  one: string;
  several: string;
  /** Where the staff area shows it. */
  pathOf(recordId: string): string;
}

const KINDS: Readonly<Record<string, Named>> = {
  order: { one: 'new order', several: 'new orders', pathOf: (id) => `/admin/order/${id}` },
  dispute: { one: 'dispute', several: 'disputes', pathOf: () => '/admin/payments' },
  'low-stock': {
    ...{ one: 'piece low in stock', several: 'pieces low in stock' },
    pathOf: (id) => `/admin/product/${id}?show=stock`,
  },
};
/** Of a kind that this version does not know. */
const OTHER: Named = { one: 'notice', several: 'notices', pathOf: () => '/admin/dashboard' };

const named = (kind: string): Named => (Object.hasOwn(KINDS, kind) ? KINDS[kind]! : OTHER);

/** "3 new orders, 1 dispute" */
const countsText = (counts: Mailed['counts']): string =>
  counts.map(({ kind, count }) => `${count} ${count === 1 ? named(kind).one : named(kind).several}`).join(', ');

/** What happened since the mail before, for one of the staff who chose to be told by mail. */
export const staffNotice = mailKind<Mailed>({
  content({ notices, counts }, context) {
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const [first] = notices;
    const title = total === 1 ? first!.text : countsText(counts);
    const left = total - notices.length;
    return {
      subject: `${title} · ${context.brand.name}`,
      preview:
        total === 1
          ? 'For the staff of the shop.'
          : notices
              .map(({ text }) => text)
              .join(' · ')
              .slice(0, 120),
      heading: title,
      parts: [
        `Dear ${context.name},`,
        ...(total === 1
          ? [`${title}.`]
          : ['The newest first:', { pieces: notices.map((notice) => pieceOf(notice, context)) }]),
        ...(left > 0 ? [`And ${left} more, in the staff area.`] : []),
        total === 1
          ? { link: 'See it', url: addressOf(named(first!.kind).pathOf(first!.recordId), context) }
          : { link: 'Open the staff area', url: addressOf('/admin/dashboard', context) },
        'You chose to be told by mail: at most every quarter of an hour, and of nothing that you have read in the staff area by then.',
        { link: 'Choose what you are told of', url: addressOf('/admin/account', context) },
      ],
    };
  },
  examples: {
    several: mailed([
      ['order', 'New order #2D662A: ₹2,060.00'],
      ['dispute', 'New dispute: ₹34,000.00 for #2D6611'],
      ['order', 'New order #2D6629: ₹51,400.00'],
    ]),
    order: mailed([['order', 'New order #2D662A: ₹2,060.00']]),
    dispute: mailed([['dispute', 'New dispute: ₹2,060.00 for #2D662A']]),
    'low-stock': mailed([['low-stock', 'Meera Solitaire Ring (AR-1042): 1 piece left']]),
    many: mailed(
      Array.from({ length: 20 }, () => ['order', 'New order #2D662A: ₹2,060.00'] as const),
      27,
    ),
  },
});

const pieceOf = ({ kind, recordId, text }: Mailed['notices'][number], context: MailContext): Piece => ({
  name: text,
  url: addressOf(named(kind).pathOf(recordId), context),
});

function mailed(texts: readonly (readonly [kind: string, text: string])[], total = texts.length): Mailed {
  const kinds = [...new Set(texts.map(([kind]) => kind))];
  const beyond = total - texts.length;
  return {
    userId: EXAMPLE.userId,
    notices: texts.map(([kind, text]) => ({ kind, recordId: EXAMPLE.orderId, text })),
    counts: kinds.map((kind, at) => ({
      kind,
      count: texts.filter(([one]) => one === kind).length + (at === 0 ? beyond : 0),
    })),
  };
}
