import { Badge } from '@shop/ui/badge.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { type Control, get, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form';
import form from '../../components/form.module.css';
import { type ChildValues, type Place, type Values, whyHidden } from './api/menu-values.ts';
import { choiceOf, choicesQuery, type Choice } from './api/menus.ts';

const KINDS: Record<ChildValues['kind'], string> = {
  page: 'Text page',
  category: 'Category',
  material: 'Material',
  collection: 'Collection',
  address: 'Address within the shop',
  categories: 'All categories',
  materials: 'All materials',
  none: 'Nothing: a heading',
};

/** In which field an item is: `footer.1.items.0`. */
export type ItemName = `${Place}.${number}` | `${Place}.${number}.items.${number}`;

interface Props {
  control: Control<Values>;
  register: UseFormRegister<Values>;
  errors: FieldErrors<Values>;
  name: ItemName;
  /** `header 1.2`: which one it is, in every label. */
  of: string;
  /** Id of the list of the shop's screens. */
  screens: string;
  /** An entry of another one is no heading, a column of the footer nothing else. */
  kinds: readonly ChildValues['kind'][];
}

/** Text and target of an item of a menu. */
export function TargetFields({ control, register, errors, name, of, screens, kinds }: Props) {
  const { data: choices } = useQuery(choicesQuery);
  const { kind, choice, path, label } = useWatch({ control, name }) as ChildValues;
  const problems = get(errors, name) as FieldErrors<ChildValues> | undefined;
  const isAutomatic = kind === 'categories' || kind === 'materials';
  const automaticHint =
    kind === 'materials' && name.startsWith('header') ? 'The one name that they are under' : 'Each has its own name';
  const isChosen = kind === 'page' || kind === 'category' || kind === 'material' || kind === 'collection';
  const hidden = whyHidden({ kind, choice, path, label }, choices);
  return (
    <>
      <div className={form.fields}>
        <Select label={`Kind of ${of}`} error={problems?.kind?.message} {...register(`${name}.kind`)}>
          {(kinds.includes(kind) ? kinds : [kind, ...kinds]).map((one) => (
            <option key={one} value={one}>
              {KINDS[one]}
            </option>
          ))}
        </Select>
        {isChosen && (
          <Select
            // Its options are there before its value.
            key={choices ? kind : `${kind}, loading`}
            label={`${KINDS[kind]} of ${of}`}
            error={problems?.choice?.message}
            {...register(`${name}.choice`)}
          >
            <Options choices={choices?.[kind] ?? []} chosen={choice} />
          </Select>
        )}
        {kind === 'address' && (
          <Field
            label={`Address of ${of}`}
            placeholder="/shop?filter.occasion=gift"
            list={screens}
            autoComplete="off"
            error={problems?.path?.message}
            {...register(`${name}.path`)}
          />
        )}
        <Field
          label={`Text of ${of}`}
          hint={isAutomatic ? automaticHint : isChosen ? 'Empty: its own name' : undefined}
          autoComplete="off"
          error={problems?.label?.message}
          {...register(`${name}.label`)}
        />
      </div>
      {hidden && (
        <p className={form.soft}>
          <Badge tone="bad">Not shown</Badge> {hidden}: shoppers do not see this entry.
        </p>
      )}
    </>
  );
}

/** With the chosen one, also where it was renamed, or is no more. */
function Options({ choices, chosen }: { choices: readonly Choice[]; chosen: string }) {
  const present = choiceOf(choices, chosen);
  return (
    <>
      <option value="">Choose…</option>
      {chosen !== '' && !present && <option value={chosen}>Not there any more</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice === present ? chosen : choice.value}>
          {choice.hidden ? `${choice.name} (not in the shop)` : choice.name}
        </option>
      ))}
    </>
  );
}

/** What an item is called in its row. */
export function nameOfItem(item: ChildValues | undefined, choices: ReturnType<typeof useChoices>): string {
  if (!item) return '';
  const { label, kind, choice, path } = item;
  if (label.trim()) return label.trim();
  if (kind === 'address') return path || KINDS.address;
  if (kind === 'categories' || kind === 'materials' || kind === 'none') return KINDS[kind];
  return (choices && choiceOf(choices[kind], choice)?.name) ?? KINDS[kind];
}

export const useChoices = () => useQuery(choicesQuery).data;
