import { STAY, useNavigate } from '@shop/mfe-kit';
import { ColumnsDialog } from './columns-dialog.tsx';
import { FiltersDialog } from './filters-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { choosableOf, colsOf, type Column, type ListBasics } from './list.ts';
import type { ListAddress } from './use-list-address.ts';
import { SaveViewDialog, ViewDialog } from './view-dialogs.tsx';

export type DialogName = 'filters' | 'columns' | 'keys' | 'save' | 'view';

/** One of the dialogs of a list. What is chosen there goes to the address. */
export function ListDialog<Row>({
  dialog,
  list,
  address: { search, page, view, viewQuery, cleared, hrefWith, hrefOfView, go },
  columns,
  shown,
  onClose,
}: {
  dialog: DialogName;
  list: ListBasics;
  address: ListAddress;
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  onClose(): void;
}) {
  const navigate = useNavigate();
  switch (dialog) {
    case 'filters':
      return (
        <FiltersDialog
          filters={choosableOf(list.filters)}
          search={search}
          onChoose={(values) => {
            onClose();
            go(hrefWith(values));
          }}
          onClose={onClose}
        />
      );
    case 'columns':
      return (
        <ColumnsDialog
          columns={columns}
          shown={shown}
          onChoose={(next) => {
            onClose();
            go(hrefWith({ cols: colsOf(next, columns), page: page > 1 ? String(page) : undefined }));
          }}
          onClose={onClose}
        />
      );
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'save':
      return (
        <SaveViewDialog
          list={list}
          query={viewQuery}
          onSaved={(saved) => {
            onClose();
            void navigate(hrefOfView(saved._id, saved.query), { replace: true, state: STAY });
          }}
          onClose={onClose}
        />
      );
    case 'view':
      return (
        view && (
          <ViewDialog
            list={list}
            view={view}
            onRemoved={() => go(hrefWith({ ...cleared, cols: undefined }))}
            onClose={onClose}
          />
        )
      );
  }
}
