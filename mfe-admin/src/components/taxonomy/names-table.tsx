import { Link } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { createContext, use, useMemo, useState } from 'react';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { RowButton } from '../row-button.tsx';
import { mayLeave } from '../unsaved.ts';
import form from '../form.module.css';
import s from './names-table.module.css';
import { MergeNotice } from '../document-form/merge-notice.tsx';
import { LEAVE_QUESTION } from '@shop/ui/dialog.tsx';
import type { Changed, Entry, NameRequest } from './taxonomy.ts';
import { useRenameForm } from './use-name-form.ts';

export interface NameRow {
  id: string;
  name: string;
  image?: string | undefined;
  isMadeToOrder?: boolean | undefined;
  /** Link to the names below it. */
  view?: { to: string; text: string };
}

interface Props {
  caption: string;
  header: string;
  rows: readonly NameRow[];
  selected?: string | undefined;
  /** The entry that has the name of a row, and the name in what it is by now. */
  entryOf(row: NameRow): Entry;
  nameIn(row: NameRow, entry: Entry): string;
  fromAnswer(answered: never): Entry;
  toRename(row: NameRow, name: string, entry: Entry): NameRequest;
  onRenamed(changed: Changed): void;
  /** For entries with pictures. */
  onPicture?: ((row: NameRow) => void) | undefined;
  /** For materials: it is to be made to order, or not any more. */
  onMadeToOrder?: ((row: NameRow) => void) | undefined;
  onRemove(row: NameRow): void;
}

interface Editing extends Omit<Props, 'caption' | 'rows' | 'selected'> {
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
export function NamesTable({ caption, rows, selected, ...how }: Props) {
  const [editing, setEditing] = useState<string>();
  const { header, entryOf, nameIn, fromAnswer, toRename, onRenamed, onPicture, onMadeToOrder, onRemove } = how;
  const context = useMemo(
    () => ({
      ...{ header, entryOf, nameIn, fromAnswer, toRename, onRenamed, onPicture, onMadeToOrder, onRemove },
      ...{ editing, setEditing },
    }),
    [header, entryOf, nameIn, fromAnswer, toRename, onRenamed, onPicture, onMadeToOrder, onRemove, editing],
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
    const name = (
      <>
        {row.name}
        {row.isMadeToOrder && (
          <>
            {' '}
            <Badge tone="plain">made to order</Badge>
          </>
        )}
      </>
    );
    if (!row.image) return name;
    return (
      <span className={s.pictured}>
        <Thumbnail src={row.image} size={48} />
        <span>{name}</span>
      </span>
    );
  }
  return <Rename row={row} />;
}

function Actions({ row }: { row: NameRow }) {
  const { editing, setEditing, onPicture, onMadeToOrder, onRemove } = use(EditingContext)!;
  if (row.id === editing) return null;
  return (
    <span className={form.cellButtons}>
      {row.view && (
        <Link to={row.view.to} preventScrollReset className={form.cellLink}>
          {row.view.text}
          <span className="visually-hidden"> of {row.name}</span>
        </Link>
      )}
      <RowButton
        id={editId(row.id)}
        of={row.name}
        // The name of another row may be written and not saved.
        onClick={() => (editing === undefined || mayLeave()) && setEditing(row.id)}
      >
        Edit
      </RowButton>
      {onPicture && (
        <RowButton of={`of ${row.name}`} onClick={() => onPicture(row)}>
          Picture
        </RowButton>
      )}
      {onMadeToOrder && (
        <RowButton of={row.name} onClick={() => onMadeToOrder(row)}>
          {row.isMadeToOrder ? 'Only ready pieces' : 'Make to order'}
        </RowButton>
      )}
      <RowButton of={row.name} onClick={() => onRemove(row)}>
        Delete
      </RowButton>
    </span>
  );
}

const editId = (id: string): string => `rename-${id}`;

function Rename({ row }: { row: NameRow }) {
  const { header, entryOf, nameIn, fromAnswer, toRename, onRenamed, setEditing } = use(EditingContext)!;
  // A name below an entry is the id of its row: renamed, it has another.
  const close = (id = row.id) => {
    setEditing(undefined);
    // Back to where the change began, once its button is there again.
    requestAnimationFrame(() => document.getElementById(editId(id))?.focus());
  };
  const { busy, onSubmit, field, merge, isUnsaved } = useRenameForm(
    {
      entry: entryOf(row),
      nameIn: (entry) => nameIn(row, entry),
      fromAnswer,
      toRequest: (name, entry) => toRename(row, name, entry),
    },
    (changed) => {
      if (changed) onRenamed(changed);
      const isEntry = !changed || changed.entry._id === row.id;
      close(isEntry ? row.id : changed.entry.sub.find((name) => !entryOf(row).sub.includes(name)));
    },
  );
  const giveUp = () => {
    if (!isUnsaved || window.confirm(LEAVE_QUESTION)) close();
  };
  return (
    <form
      className={s.rename}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') giveUp();
      }}
      noValidate
    >
      <Field label={`${header}, now ${row.name}`} autoFocus {...field} />
      <MergeNotice merge={merge} />
      <span className={form.buttons}>
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button look="secondary" onClick={giveUp}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
