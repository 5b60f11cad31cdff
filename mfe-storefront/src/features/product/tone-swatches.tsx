import { Link } from '@shop/mfe-kit';
import { toneOf } from '../../components/product-card.tsx';
import type { Variant } from './api/product.ts';
import s from './tone-swatches.module.css';

/** The metals of a product; each has an address. */
export function ToneSwatches({
  group,
  shown,
  variants,
}: {
  group: string;
  shown: string;
  variants: readonly Variant[];
}) {
  const current = variants.find(({ _id }) => _id === shown);
  return (
    <div className={s.tones}>
      <p>
        Metal: <strong>{current?.metalTone}</strong>
      </p>
      {variants.length > 1 && (
        <ul className={s.list}>
          {variants.map(({ _id, metalTone, stock }) => (
            <li key={_id}>
              <Link
                to={`/product/group/${group}?variant=${_id}`}
                preventScrollReset
                replace
                className={s.tone}
                data-tone={toneOf(metalTone)}
                aria-current={_id === shown ? 'true' : undefined}
                aria-label={`${metalTone}${stock === 0 ? ', out of stock' : ''}`}
                title={metalTone}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
