import { Select } from '@shop/ui/select.tsx';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Taxonomies } from './api/taxonomies.ts';

/** What forms of pieces hold, each under these names. */
interface Values {
  category: { main: string; sub: string };
  material: { tag: string; sub: string };
}

const PLACES = {
  category: {
    whole: 'category.main',
    part: 'category.sub',
    label: 'Category',
    partLabel: 'Sub-category',
    entries: ({ categories }: Taxonomies) => categories.map(({ main, sub }) => ({ name: main, parts: sub })),
  },
  material: {
    whole: 'material.tag',
    part: 'material.sub',
    label: 'Material',
    partLabel: 'Sub-tag',
    entries: ({ materials }: Taxonomies) => materials.map(({ tag, sub }) => ({ name: tag, parts: sub })),
  },
} as const;

interface Props {
  of: keyof typeof PLACES;
  taxonomies: Taxonomies;
  /** What none of them is called; without it there is always one. */
  none?: string;
  /** The part is asked for once a whole is chosen. */
  partLater?: boolean;
  onWhole?(name: string): void;
}

/** The category or the material of pieces, and the part of it: another one has other parts. */
export function PlaceFields({ of, taxonomies, none, partLater = false, onWhole }: Props) {
  const { register, control, setValue } = useFormContext<Values>();
  const { whole, part, label, partLabel, entries } = PLACES[of];
  const { errors } = useFormState({ control, name: of });
  const errorAt = (path: string) => (get(errors, path) as { message?: string } | undefined)?.message;
  const chosen = useWatch({ control, name: whole });
  const all = entries(taxonomies);
  return (
    <>
      <Select
        label={label}
        error={errorAt(whole) ?? errorAt(of)}
        {...register(whole, {
          onChange: ({ target }: { target: { value: string } }) => {
            setValue(part, '');
            onWhole?.(target.value);
          },
        })}
      >
        {none !== undefined && <option value="">{none}</option>}
        {all.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      {(chosen || !partLater) && (
        <Select label={partLabel} error={errorAt(part)} {...register(part)}>
          <option value="">None</option>
          {all
            .find(({ name }) => name === chosen)
            ?.parts.map((name) => (
              <option key={name}>{name}</option>
            ))}
        </Select>
      )}
    </>
  );
}
