import { DEFAULT_MENUS, SHOP_SCREENS } from '@shop/contracts/browser';
import { Button } from '@shop/ui/button.tsx';
import { useFieldArray, useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { FormError } from '../../components/contract-form/form-error.tsx';
import form from '../../components/form.module.css';
import { SortableRows } from '../../components/sortable/sortable-rows.tsx';
import { type ChildValues, EMPTY_CHILD, itemValuesOf, type Place, type Values } from './api/menu-values.ts';
import s from './menus.module.css';
import { nameOfItem, TargetFields, useChoices } from './target-fields.tsx';

const TARGETS = ['page', 'category', 'material', 'collection', 'address'] as const;
const IN_A_ROW: readonly ChildValues['kind'][] = [...TARGETS, 'categories', 'materials', 'none'];
const WITHIN: readonly ChildValues['kind'][] = [...TARGETS, 'categories', 'materials'];
const COLUMN: readonly ChildValues['kind'][] = ['none'];

interface Props {
  place: Place;
  title: string;
  hint: string;
  /** `header`: what its labels call it. */
  of: string;
  control: Control<Values>;
  register: UseFormRegister<Values>;
  errors: FieldErrors<Values>;
}

/** One menu: its items in order, each with its entries. */
export function MenuFields({ place, title, hint, of, ...fields }: Props) {
  const { control, errors } = fields;
  const rows = useFieldArray({ control, name: place });
  const items = useWatch({ control, name: place });
  const choices = useChoices();
  const isFooter = place === 'footer';
  const screens = `screens-of-${place}`;
  return (
    <fieldset className={form.group}>
      <legend>{title}</legend>
      <p className={`${form.soft} ${s.hint}`}>{hint}</p>
      <datalist id={screens}>
        {SHOP_SCREENS.map(({ path, name }) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </datalist>
      <SortableRows
        label={`${title}, in order`}
        rows={rows.fields}
        nameOf={(_, at) => nameOfItem(items[at], choices)}
        onMove={rows.move}
        onRemove={(at) => {
          const item = items[at]!;
          rows.remove(at);
          return () => rows.insert(at, item);
        }}
      >
        {(_, at) => {
          const name = `${place}.${at}` as const;
          const kind = items[at]?.kind;
          return (
            <>
              <TargetFields
                {...fields}
                {...{ name, screens }}
                of={`${of} ${at + 1}`}
                kinds={isFooter ? COLUMN : IN_A_ROW}
              />
              {kind !== 'categories' && kind !== 'materials' && (
                <Entries {...fields} {...{ place, at, screens }} of={`${of} ${at + 1}`} />
              )}
            </>
          );
        }}
      </SortableRows>
      <FormError message={errors[place]?.root?.message ?? errors[place]?.message} />
      <div className={form.buttons}>
        <Button
          look="secondary"
          onClick={() => rows.append({ ...EMPTY_CHILD, kind: isFooter ? 'none' : 'page', items: [] })}
        >
          {isFooter ? 'Add column' : 'Add item'}
          <span className="visually-hidden"> to the {of}</span>
        </Button>
        <Button look="quiet" onClick={() => rows.replace(DEFAULT_MENUS[place].map(itemValuesOf))}>
          Standard menu<span className="visually-hidden"> of the {of}</span>
        </Button>
      </div>
    </fieldset>
  );
}

interface EntriesProps extends Pick<Props, 'place' | 'of' | 'control' | 'register' | 'errors'> {
  at: number;
  screens: string;
}

/** What an item has below it. */
function Entries({ place, at, of, screens, ...fields }: EntriesProps) {
  const { control, errors } = fields;
  const name = `${place}.${at}.items` as const;
  const rows = useFieldArray({ control, name });
  const items = useWatch({ control, name });
  const choices = useChoices();
  return (
    <div className={s.entries}>
      {rows.fields.length > 0 && (
        <SortableRows
          label={`Entries of ${of}, in order`}
          rows={rows.fields}
          nameOf={(_, index) => nameOfItem(items[index], choices)}
          onMove={rows.move}
          onRemove={(index) => {
            const item = items[index]!;
            rows.remove(index);
            return () => rows.insert(index, item);
          }}
        >
          {(_, index) => (
            <TargetFields
              {...fields}
              {...{ name: `${name}.${index}` as const, screens, kinds: WITHIN }}
              of={`${of}.${index + 1}`}
            />
          )}
        </SortableRows>
      )}
      <FormError message={errors[place]?.[at]?.items?.root?.message ?? errors[place]?.[at]?.items?.message} />
      <div>
        <Button look="quiet" onClick={() => rows.append(EMPTY_CHILD)}>
          Add entry<span className="visually-hidden"> to {of}</span>
        </Button>
      </div>
    </div>
  );
}
