import { messageOf } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { countText } from '../../components/texts.ts';
import { askedOf, filterOf, type Values } from './api/collection-values.ts';
import { previewQuery } from './api/collections.ts';
import s from './collection-preview.module.css';

interface Props {
  values: Values;
  /** Adds a group to the picked ones. */
  onPick(group: string): void;
  onPicture(image: string): void;
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });

/** What the collection would show: its head, how many pieces, and the first of them. */
export function CollectionPreview({ values, onPick, onPicture }: Props) {
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(askedOf(values)),
    placeholderData: keepPreviousData,
  });
  const isEmpty = Object.keys(filterOf(values)).length === 0 && values.picks.length === 0;
  return (
    <section className={`${form.group} ${form.beside}`} aria-labelledby="preview-title" aria-busy={isPlaceholderData}>
      <h2 id="preview-title">Preview</h2>
      <div className={s.head}>
        <Thumbnail src={values.image || undefined} size={96} />
        <div>
          <p className={s.name}>{values.name || 'Without a name'}</p>
          {values.text && <p className={form.soft}>{values.text}</p>}
        </div>
      </div>
      <div aria-live="polite" className={s.said}>
        <p className={s.found}>{data ? countText(data.totalCount, 'piece') : error ? '' : 'Counting…'}</p>
        {error && <p className={form.error}>{messageOf(error)}</p>}
        {isEmpty ? (
          <p className={s.warning}>
            Choose what belongs to it or pick pieces: without either it has none, and the shop does not show it.
          </p>
        ) : (
          data?.totalCount === 0 && (
            <p className={s.warning}>Nothing fits all of this: the shop does not show a collection without pieces.</p>
          )
        )}
        {data && data.missing.length > 0 && (
          <p className={s.warning}>Not for sale, so not shown: {data.missing.join(', ')}</p>
        )}
      </div>
      <ul className={s.pieces}>
        {data?.products.map(({ productGroup, name, images, price, mrp }) => (
          <li key={productGroup} className={s.piece}>
            <Thumbnail src={images[0]} size={72} />
            <div className={form.cellLines}>
              <span>{name}</span>
              <code>
                {productGroup} · {rupees.format(mrp ?? price)}
              </code>
              <span className={form.cellButtons}>
                {!values.picks.includes(productGroup) && (
                  <Button look="quiet" onClick={() => onPick(productGroup)}>
                    Pick<span className="visually-hidden"> {name}</span>
                  </Button>
                )}
                {images[0] && images[0] !== values.image && (
                  <Button look="quiet" onClick={() => onPicture(images[0]!)}>
                    Use its picture<span className="visually-hidden"> of {name}</span>
                  </Button>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
