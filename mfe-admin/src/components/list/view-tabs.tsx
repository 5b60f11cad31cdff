import { Link, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import type { ListBasics } from './list.ts';
import s from './list-screen.module.css';
import type { ListAddress } from './use-list-address.ts';
import { UNSAVED_ID, useViewChanges } from './views.ts';

/** The views that the list has of itself, those that were saved, and what is done to them. */
export function ViewTabs({
  list,
  address: { search, here, views, viewId, view, viewQuery, isChanged, hrefWith, hrefOfView },
  maySave,
  onOpen,
}: {
  list: ListBasics;
  address: ListAddress;
  maySave: boolean;
  /** The dialog of this view, or of a new one. */
  onOpen(dialog: 'view' | 'save'): void;
}) {
  const { change } = useViewChanges(list.name);
  const update = () =>
    view &&
    change.mutate({ view, changes: { query: viewQuery } }, { onError: (error) => toast.error(messageOf(error)) });
  return (
    <nav className={s.views} aria-label={list.tabsLabel}>
      {list.tabs.map(({ name, set, isCurrent }) => (
        <Link
          key={name}
          to={hrefWith({ ...set, view: undefined })}
          preventScrollReset
          aria-current={
            !view &&
            (isCurrent?.(search) ??
              Object.entries(set).every(([param, value]) => (search.get(param) ?? undefined) === value))
              ? 'page'
              : undefined
          }
        >
          {name}
        </Link>
      ))}
      {views?.map(({ _id, name, query, shared, mine, maker }) => (
        <Link
          key={_id}
          to={_id === UNSAVED_ID ? `${list.path}${here}` : hrefOfView(_id, query)}
          preventScrollReset
          aria-current={_id === viewId || _id === UNSAVED_ID ? 'page' : undefined}
        >
          {name}
          {shared && <small>{mine ? 'shared' : maker}</small>}
        </Link>
      ))}
      {view && (
        <Button look="quiet" onClick={() => onOpen('view')}>
          View…<span className="visually-hidden"> {view.name}</span>
        </Button>
      )}
      {isChanged && view?.changeable && (
        <Button look="quiet" onClick={update}>
          Update view
        </Button>
      )}
      {maySave && (isChanged || (!view && viewQuery !== '')) && (
        <Button look="quiet" onClick={() => onOpen('save')}>
          {view ? 'Save as another view' : 'Save view'}
        </Button>
      )}
    </nav>
  );
}
