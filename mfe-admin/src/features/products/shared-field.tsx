import { Button } from '@shop/ui/button.tsx';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { toneOf, valuesIn, type GroupValues, type ProductGroup, type SharedPath } from './api/product-groups.ts';
import s from './group-form.module.css';

/** A value of a shared field, as people read it. */
function shownOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ') || 'Nothing';
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(', ') || 'Nothing';
  return String(value ?? '') || 'Nothing';
}

/** A shared field; while variants differ in it, their values, of which one can be taken for all. */
export function SharedField({
  group,
  path,
  label,
  children,
}: {
  group: ProductGroup;
  path: SharedPath;
  label: string;
  children: ReactNode;
}) {
  const { control, setValue, setFocus } = useFormContext<GroupValues>();
  const value: unknown = useWatch({ control, name: path });
  if (value !== null) return children;
  const take = (taken: unknown) => {
    setValue(path, taken as never, { shouldDirty: true });
    // Its control is there after the next render.
    requestAnimationFrame(() => setFocus(path === 'category' ? 'category.main' : path));
  };
  return (
    <fieldset className={s.differs}>
      <legend>{label}</legend>
      <p className={s.soft}>Differs by variant, and stays so until one is taken for all:</p>
      <ul>
        {valuesIn(group, path).map(({ value: one, variants }) => (
          <li key={variants[0]!._id}>
            <span className={s.differing}>
              <small>{variants.map(toneOf).join(' · ')}</small>
              <span>{shownOf(one)}</span>
            </span>
            <Button look="secondary" onClick={() => take(one)}>
              Use for all
              <span className="visually-hidden">{` ${label}, ${variants.map(toneOf).join(' and ')}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
