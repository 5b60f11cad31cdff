import { cartOrder, type Period } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import form from '../../components/form.module.css';
import { FILE_TIMEOUT_MS, WorkbookButton } from '../../components/workbook-button.tsx';
import { daysText } from './period.rules.ts';
import s from './sales.module.css';

/** Invoices and credit notes of a period as files, for the books. */
export function Bills({ from, to }: Period) {
  const query = { from, to };
  const name = `bills-${from}-to-${to}`;
  return (
    <section className={s.bills} aria-labelledby="bills">
      <h3 id="bills">Bills</h3>
      <p className={s.note}>
        Invoices and credit notes of {daysText(query)}, a row for each line, in rupees with their tax. Credit notes are
        negative: each column adds up to what is left.
      </p>
      <div className={form.buttons}>
        <a
          className={buttonClass('secondary')}
          href={`/api/v1/admin/orders/bills?${new URLSearchParams(query)}`}
          download={`${name}.csv`}
        >
          Bills (CSV)
        </a>
        <WorkbookButton
          name={`${name}.xlsx`}
          load={() => call(cartOrder.exportBills, { query, timeoutMs: FILE_TIMEOUT_MS })}
        >
          Bills (XLSX)
        </WorkbookButton>
      </div>
    </section>
  );
}
