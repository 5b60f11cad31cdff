import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import type { Filter } from './list.ts';

/** The filters of a list that are chosen here: from values, or a day. */
export function FiltersDialog({
  filters,
  search,
  onChoose,
  onClose,
}: {
  filters: readonly Filter[];
  search: URLSearchParams;
  onChoose(values: Record<string, string | undefined>): void;
  onClose(): void;
}) {
  return (
    <FormDialog
      kind="drawer"
      title="Filters"
      save="Show"
      busy={false}
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget as HTMLFormElement);
        onChoose(Object.fromEntries(filters.map(({ name }) => [name, String(values.get(name) ?? '') || undefined])));
      }}
      onClose={onClose}
    >
      {filters.map(({ name, label, options = [], isDay }) =>
        isDay ? (
          <Field key={name} type="date" label={label} name={name} defaultValue={search.get(name) ?? ''} />
        ) : (
          <Select key={name} label={label} name={name} defaultValue={search.get(name) ?? ''}>
            <option value="">All</option>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        ),
      )}
    </FormDialog>
  );
}
