import { FACETS, type Facet } from '@shop/contracts/browser';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useController, type Control } from 'react-hook-form';
import { sentence } from '../../components/texts.ts';
import { askedOf, type Values } from './api/collection-values.ts';
import { previewQuery } from './api/collections.ts';
import s from './facet-choices.module.css';

/** The values of the facets, each with how many pieces it would leave. */
export function FacetChoices({ control, values }: { control: Control<Values>; values: Values }) {
  const { field, fieldState } = useController({ control, name: 'facets' });
  const { data } = useQuery({ ...previewQuery(askedOf(values)), placeholderData: keepPreviousData });
  const chosen = field.value;
  const toggle = (facet: Facet, value: string) => {
    const now = chosen[facet] ?? [];
    const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value].sort();
    field.onChange({ ...chosen, [facet]: next });
  };
  const rows = FACETS.flatMap((facet) => {
    const counted = data?.facets.find((one) => one.facet === facet)?.values ?? [];
    const lost = (chosen[facet] ?? []).filter((value) => !counted.some((one) => one.value === value));
    const all = [...counted, ...lost.map((value) => ({ value, label: value, count: 0 }))];
    return all.length > 0 ? [{ facet, all }] : [];
  });
  return (
    <div className={s.facets}>
      {rows.map(({ facet, all }) => {
        const count = chosen[facet]?.length ?? 0;
        return (
          <details key={facet} className={s.facet} open={count > 0 || undefined}>
            <summary>
              {sentence(facet)}
              {count > 0 && ` (${count})`}
            </summary>
            <div className={s.values} role="group" aria-label={sentence(facet)}>
              {all.map(({ value, label, count: left }) => (
                <Checkbox
                  key={value}
                  checked={chosen[facet]?.includes(value) ?? false}
                  onChange={() => toggle(facet, value)}
                >
                  {label} <span className={s.count}>({left})</span>
                </Checkbox>
              ))}
            </div>
          </details>
        );
      })}
      {fieldState.error?.message && (
        <p role="alert" className={s.error}>
          {fieldState.error.message}
        </p>
      )}
    </div>
  );
}
