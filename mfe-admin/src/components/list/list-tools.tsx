import { useNavigate } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import type { RefObject } from 'react';
import { SearchForm } from '../search-form.tsx';
import { WorkbookButton } from '../workbook-button.tsx';
import { FileButton } from './file-button.tsx';
import { keep, useKept } from './kept.ts';
import { choosableOf, inForce, type Column, type List } from './list.ts';
import s from './list-screen.module.css';
import type { ListAddress } from './use-list-address.ts';

/** Above the rows: search, filters, columns, density, the file of all that match, and what the keys are. */
export function ListTools<Row extends object, Query extends object, Answer>({
  list,
  address: { search, q, hrefWith },
  filter,
  columns,
  load,
  searchField,
  onOpen,
}: {
  list: List<Row, Query, Answer>;
  address: ListAddress;
  filter: Omit<Query, 'page' | 'limit'>;
  /** The shown ones. */
  columns: readonly Column<Row>[];
  load(most: number): Promise<{ rows: readonly Row[]; totalCount: number }>;
  searchField: RefObject<HTMLInputElement | null>;
  onOpen(dialog: 'filters' | 'columns' | 'keys'): void;
}) {
  const navigate = useNavigate();
  const isCompact = useKept().density === 'compact';
  const active = inForce(list.filters, search).length;
  const { file } = list;
  return (
    <>
      {list.search && (
        <SearchForm
          label={list.search}
          value={q}
          onSearch={(text) => void navigate(hrefWith({ q: text || undefined }))}
          className={s.search}
        >
          <input
            ref={searchField}
            type="search"
            name="q"
            aria-label={list.search}
            placeholder={list.search}
            title={list.search}
            defaultValue={q}
            maxLength={100}
          />
        </SearchForm>
      )}
      <div className={s.buttons}>
        {choosableOf(list.filters).length > 0 && (
          <Button look="secondary" onClick={() => onOpen('filters')}>
            Filters{active > 0 && ` (${active})`}
          </Button>
        )}
        <Button look="secondary" onClick={() => onOpen('columns')}>
          Columns
        </Button>
        <Button
          look="secondary"
          className={s.density}
          aria-pressed={isCompact}
          onClick={() => keep({ density: isCompact ? 'comfortable' : 'compact' })}
        >
          Compact
        </Button>
        {file ? (
          <>
            <a className={buttonClass('secondary')} href={file.href(filter)} download={`${list.name}.csv`}>
              CSV
            </a>
            <WorkbookButton name={`${list.name}.xlsx`} load={() => file.load(filter)}>
              XLSX
            </WorkbookButton>
          </>
        ) : (
          <FileButton list={list} columns={columns} load={load}>
            CSV
          </FileButton>
        )}
        <Button look="secondary" className={s.keysButton} onClick={() => onOpen('keys')}>
          <span aria-hidden="true">?</span>
          <span className="visually-hidden">Keys of this list</span>
        </Button>
      </div>
    </>
  );
}
