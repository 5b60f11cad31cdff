import { Link, messageOf, ApiError } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { createContext, use, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../form.module.css';
import { nameRules, smallName } from './names.ts';
import s from './names-table.module.css';

export interface NameRow {
  id: string;
  name: string;
  image?: string | undefined;
  /** To what is below it. */
  view?: { to: string; text: string };
}

interface Props {
  caption: string;
  header: string;
  rows: readonly NameRow[];
  selected?: string | undefined;
  onRename(row: NameRow, name: string): Promise<void>;
  /** Where they have pictures. */
  onPicture?: ((row: NameRow) => void) | undefined;
  onRemove(row: NameRow): void;
}

interface Editing extends Pick<Props, 'header' | 'onRename' | 'onPicture' | 'onRemove'> {
  /** Of the row that is written in. */
  editing: string | undefined;
  setEditing(id: string | undefined): void;
}
/** Cells read from here: as long as the columns stay the same, what is written in one stays too. */
const EditingContext = createContext<Editing | null>(null);

const column = columnsOf<NameRow>();
const COLUMNS: Columns<NameRow> = [
  column.accessor('name', { header: 'Name', cell: ({ row: { original } }) => <Name row={original} /> }),
  column.display({ id: 'actions', header: 'Change', cell: ({ row: { original } }) => <Actions row={original} /> }),
];

/** Names that are changed where they stand. */
export function NamesTable({ caption, header, rows, selected, onRename, onPicture, onRemove }: Props) {
  const [editing, setEditing] = useState<string>();
  const context = useMemo(
    () => ({ header, onRename, onPicture, onRemove, editing, setEditing }),
    [header, onRename, onPicture, onRemove, editing],
  );
  return (
    <EditingContext value={context}>
      <DataTable
        caption={caption}
        columns={COLUMNS}
        rows={rows}
        idOf={({ id }) => id}
        {...(selected && { selected })}
      />
    </EditingContext>
  );
}

function Name({ row }: { row: NameRow }) {
  const { editing, header, onRename, setEditing } = use(EditingContext)!;
  if (row.id !== editing) {
    return row.image ? (
      <span className={s.pictured}>
        <Thumbnail src={row.image} size={48} />
        {row.name}
      </span>
    ) : (
      row.name
    );
  }
  return <Rename row={row} label={header} onRename={onRename} onClose={() => setEditing(undefined)} />;
}

function Actions({ row }: { row: NameRow }) {
  const { editing, setEditing, onPicture, onRemove } = use(EditingContext)!;
  if (row.id === editing) return null;
  return (
    <span className={form.cellButtons}>
      {row.view && (
        <Link to={row.view.to} preventScrollReset className={form.cellLink}>
          {row.view.text}
          <span className="visually-hidden"> of {row.name}</span>
        </Link>
      )}
      <Button look="quiet" onClick={() => setEditing(row.id)}>
        Edit<span className="visually-hidden"> {row.name}</span>
      </Button>
      {onPicture && (
        <Button look="quiet" onClick={() => onPicture(row)}>
          Picture<span className="visually-hidden"> of {row.name}</span>
        </Button>
      )}
      <Button look="quiet" onClick={() => onRemove(row)}>
        Delete<span className="visually-hidden"> {row.name}</span>
      </Button>
    </span>
  );
}

function Rename({
  row,
  label,
  onRename,
  onClose,
}: {
  row: NameRow;
  label: string;
  onRename: Props['onRename'];
  onClose(): void;
}) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { name: row.name } });
  const save = async ({ name }: { name: string }): Promise<void> => {
    try {
      if (smallName(name) !== row.name) await onRename(row, smallName(name));
      onClose();
    } catch (error) {
      const said = error instanceof ApiError ? Object.values(error.problem.errors ?? {})[0] : undefined;
      setError('name', { message: said ?? messageOf(error) }, { shouldFocus: true });
    }
  };
  return (
    <form
      className={s.rename}
      onSubmit={handleSubmit(save)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      noValidate
    >
      <Field
        label={`${label}, now ${row.name}`}
        autoFocus
        autoCapitalize="none"
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name', nameRules)}
      />
      <span className={form.buttons}>
        <Button type="submit" busy={formState.isSubmitting}>
          Save
        </Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
