import { Link } from '@shop/mfe-kit';
import { Pagination } from '@shop/ui/pagination.tsx';
import { keep, ROWS, useKept } from './kept.ts';
import s from './list-screen.module.css';
import type { ListAddress } from './use-list-address.ts';

/** Below the rows: the pages, and how many rows one has. */
export function ListFoot({ address: { page, hrefWith, go }, total }: { address: ListAddress; total: number }) {
  const limit = useKept().rows;
  return (
    <div className={s.foot}>
      <Pagination
        page={page}
        pages={Math.ceil(total / limit)}
        hrefOf={(number) => hrefWith({ page: number > 1 ? String(number) : undefined })}
        link={Link}
      />
      {total > ROWS[0] && (
        <label className={s.rows}>
          Rows of a page
          <select
            value={limit}
            onChange={({ target }) => {
              keep({ rows: Number(target.value) });
              go(hrefWith({ page: undefined }));
            }}
          >
            {ROWS.map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
