import { Link } from '@shop/mfe-kit';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import form from '../../components/form.module.css';
import { May, useMay } from '../../components/may.tsx';
import { pictureProblem, PictureField } from '../../components/picture-field.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { refusalOf, uploadPicture } from '../../components/upload-picture.ts';
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
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState<string>();
  const send = async (files: File[]): Promise<void> => {
    setProblem(undefined);
    for (const file of files) {
      const wrong = pictureProblem(file);
      if (wrong) return setProblem(`${file.name}: ${wrong}`);
      setSending(file.name);
      try {
        add(await uploadPicture(file));
      } catch (refused) {
        return setProblem(`${file.name}: ${refusalOf(refused)}`);
      }
    }
  };
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
        <PictureField
          label="Add a picture to all variants"
          multiple
          ref={ref}
          disabled={sending !== undefined}
          error={problem ?? fieldState.error?.message}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void send(files).finally(() => setSending(undefined));
          }}
        />
        <p role="status" className={form.soft}>
          {sending && `Uploading ${sending}…`}
        </p>
      </May>
    </section>
  );
}
