import { Link } from '@shop/mfe-kit';
import form from '../../components/form.module.css';
import type { MediaUse } from '../../api/media.ts';
import { OPTION_LISTS } from '../../api/option-lists.ts';
import s from './media.module.css';

const WORDS: Record<MediaUse['kind'], string> = {
  product: 'Product',
  category: 'Category',
  material: 'Material',
  collection: 'Collection',
  option: 'Option',
  review: 'Review',
  post: 'Post',
  banner: 'Banner',
  order: 'Orders of',
};

export const USE_KINDS = Object.entries(WORDS) as [MediaUse['kind'], string][];

/** Where staff change it. */
export function pathOf({ kind, id, list }: MediaUse): string {
  switch (kind) {
    case 'product':
    case 'order':
      return `/admin/product/${id}`;
    case 'collection':
      return `/admin/collection/${id}`;
    case 'category':
      return '/admin/category';
    case 'material':
      return '/admin/tags';
    case 'option':
      return `/admin/${list?.endsWith('size') || list?.endsWith('length') ? 'size' : 'feature'}?list=${list}`;
    case 'review':
      return '/admin/reviews';
    case 'post':
      return '/admin/instapost';
    case 'banner':
      return '/admin/discount';
  }
}

/** `Product Meera Ring in Rose Gold, AR-1042`. */
export const wordsOf = ({ kind, label, list }: MediaUse): string =>
  `${(list && Object.values(OPTION_LISTS).find(({ base }) => base === list)?.label) || WORDS[kind]} ${label}`;

/** What was bought stays as it was, and a picture of a shopper is theirs. */
export const isMovable = ({ kind }: MediaUse): boolean => kind !== 'order' && kind !== 'review';

const MOST = 3;

/** What shows a picture, each as a link to where it is changed; many are folded. */
export function MediaUses({ uses }: { uses: readonly MediaUse[] | undefined }) {
  if (!uses) return <span className={form.soft}>Not known right now</span>;
  if (uses.length === 0) return <span className={form.soft}>Nowhere</span>;
  const link = (use: MediaUse) => (
    <li key={`${use.kind} ${use.id}`}>
      <Link to={pathOf(use)}>{wordsOf(use)}</Link>
    </li>
  );
  return (
    <div className={s.uses}>
      <ul>{uses.slice(0, MOST).map(link)}</ul>
      {uses.length > MOST && (
        <details>
          <summary>{uses.length - MOST} more</summary>
          <ul>{uses.slice(MOST).map(link)}</ul>
        </details>
      )}
    </div>
  );
}

const MOST_NAMED = 6;

/** The same where no link may lead away: what a question is about. */
export function NamedUses({ uses, more = 0 }: { uses: readonly MediaUse[]; more?: number }) {
  const item = (use: MediaUse) => <li key={`${use.kind} ${use.id}`}>{wordsOf(use)}</li>;
  const count = uses.length - MOST_NAMED + more;
  return (
    <div className={s.named}>
      <ul>{uses.slice(0, MOST_NAMED).map(item)}</ul>
      {count > 0 && (
        <details>
          <summary>{count} more</summary>
          <ul>
            {uses.slice(MOST_NAMED).map(item)}
            {more > 0 && <li>And {more} that are not named here</li>}
          </ul>
        </details>
      )}
    </div>
  );
}
