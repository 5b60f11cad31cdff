import { MAX_PICTURES } from '@shop/contracts/browser';
import { Link } from '@shop/mfe-kit';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import form from '../../components/form.module.css';
import { LibraryButton } from '../../components/gallery/library-button.tsx';
import { LibraryDialog } from '../../components/gallery/library-dialog.tsx';
import { May, useMay } from '../../components/may.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { UploadField } from '../../components/upload/upload-field.tsx';
import { currentOf, toneOf, type GroupValues, type ProductGroup } from './api/product-groups.ts';
import s from './group-form.module.css';

/** The pictures of each variant, and those that are to be put into all of them. */
export function GroupPictures({ group }: { group: ProductGroup }) {
  const { control, getValues } = useFormContext<GroupValues>();
  const {
    field: { ref, value: added, onChange },
    fieldState,
  } = useController({ control, name: 'addImages' });
  const mayChange = useMay()('products.change');
  const current = currentOf(group);
  const add = (src: string) => onChange([...new Set([...getValues('addImages'), src])]);
  const isEverywhere = (src: string) => added.includes(src) || current.every(({ images }) => images.includes(src));
  const [isChoosing, setChoosing] = useState(false);
  // Of the variant that has the most.
  const room = MAX_PICTURES - Math.max(...current.map(({ images }) => new Set([...images, ...added]).size));
  return (
    <section className={form.group}>
      <h2>Pictures</h2>
      <ul className={s.pictures}>
        {current.map((variant) => (
          <li key={variant._id}>
            <Link to={`/admin/product/${variant._id}`} className={form.cellLink}>
              {toneOf(variant)}
              <span className="visually-hidden">, pictures</span>
            </Link>
            <span className={s.thumbnails}>
              {variant.images.map((src, at) => (
                <span key={src} className={s.picture}>
                  <Thumbnail src={src} size={64} />
                  {mayChange && !isEverywhere(src) && (
                    <RowButton of={`variants: picture ${at + 1} of ${toneOf(variant)}`} onClick={() => add(src)}>
                      To all
                    </RowButton>
                  )}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <May permission="products.change">
        {added.length > 0 && (
          <ul className={s.pictures} aria-label="For all variants, not saved yet">
            {added.map((src, at) => (
              <li key={src}>
                <span className={s.thumbnails}>
                  <Thumbnail src={src} size={64} />
                  For all variants, behind their own
                  <RowButton
                    of={`picture ${at + 1} for all variants`}
                    onClick={() => onChange(added.filter((one) => one !== src))}
                  >
                    Remove
                  </RowButton>
                </span>
              </li>
            ))}
          </ul>
        )}
        <UploadField
          ref={ref}
          label="Add pictures to all variants"
          error={fieldState.error?.message}
          taken={added}
          room={room}
          onStored={({ src }) => add(src)}
        >
          <LibraryButton disabled={room <= 0} onClick={() => setChoosing(true)} />
        </UploadField>
        {isChoosing && (
          <LibraryDialog
            taken={added}
            room={room}
            onChoose={(chosen) => {
              setChoosing(false);
              for (const { src } of chosen) add(src);
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </May>
    </section>
  );
}
