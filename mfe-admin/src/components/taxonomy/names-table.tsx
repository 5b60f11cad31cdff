import { Link } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { createContext, use, useMemo, useState } from 'react';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { RowButton } from '../row-button.tsx';
import form from '../form.module.css';
import s from './names-table.module.css';
import type { Changed, NameRequest } from './taxonomy.ts';
import { useNameForm } from './use-name-form.ts';

export interface NameRow {
  id: string;
  name: string;
  image?: string | undefined;
  /** Link to the names below it. */
  view?: { to: string; text: string };
}

interface Props {
  caption: string;
  header: string;
  rows: readonly NameRow[];
  selected?: string | undefined;
  toRename(row: NameRow, name: string): NameRequest;
  onRenamed(changed: Changed): void;
  /** For entries with pictures. */
  onPicture?: ((row: NameRow) => void) | undefined;
  onRemove(row: NameRow): void;
}

interface Editing extends Pick<Props, 'header' | 'toRename' | 'onRenamed' | 'onPicture' | 'onRemove'> {
  /** Id of the row that is being renamed. */
  editing: string | undefined;
  setEditing(id: string | undefined): void;
}
/** Read by the cells: the columns stay the same, so that a field keeps its input. */
const EditingContext = createContext<Editing | null>(null);

const column = columnsOf<NameRow>();
const COLUMNS: Columns<NameRow> = [
  column.accessor('name', { header: 'Name', cell: ({ row: { original } }) => <Name row={original} /> }),
  column.display({ id: 'actions', header: 'Change', cell: ({ row: { original } }) => <Actions row={original} /> }),
];

/** Names that are renamed in place. */
export function NamesTable({ caption, header, rows, selected, toRename, onRenamed, onPicture, onRemove }: Props) {
  const [editing, setEditing] = useState<string>();
  const context = useMemo(
    () => ({ header, toRename, onRenamed, onPicture, onRemove, editing, setEditing }),
    [header, toRename, onRenamed, onPicture, onRemove, editing],
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
  const { editing } = use(EditingContext)!;
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
  return <Rename row={row} />;
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
      <RowButton of={row.name} onClick={() => setEditing(row.id)}>
        Edit
      </RowButton>
      {onPicture && (
        <RowButton of={`of ${row.name}`} onClick={() => onPicture(row)}>
          Picture
        </RowButton>
      )}
      <RowButton of={row.name} onClick={() => onRemove(row)}>
        Delete
      </RowButton>
    </span>
  );
}

function Rename({ row }: { row: NameRow }) {
  const { header, toRename, onRenamed, setEditing } = use(EditingContext)!;
  const close = () => setEditing(undefined);
  const { busy, onSubmit, field } = useNameForm(
    row.name,
    (name) => toRename(row, name),
    (changed) => {
      if (changed) onRenamed(changed);
      close();
    },
  );
  return (
    <form
      className={s.rename}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
      noValidate
    >
      <Field label={`${header}, now ${row.name}`} autoFocus {...field} />
      <span className={form.buttons}>
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
