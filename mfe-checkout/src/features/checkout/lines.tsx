import { shownLine, taxNote } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { ProductLine } from '../../components/product-line.tsx';
import type { Checkout, Quote } from './api.ts';
import s from './checkout.module.css';

type DraftLine = Quote['lines'][number];

/** The products to buy. Before freezing, a line with insufficient stock says so and offers remedies. */
export function Lines({
  quote,
  isExport,
  onQuantity,
}: {
  quote: Quote | Checkout;
  isExport: boolean;
  onQuantity?(line: DraftLine, quantity: number): void;
}) {
  const { showPrices: prices, gstRate, currency } = quote;
  return (
    <section className={s.card} aria-labelledby="items-title">
      <h2 id="items-title">Your pieces</h2>
      <ul className={s.lines}>
        {quote.lines.map((line, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may have the same product
          <li key={`${line.productId}-${i}`}>
            <ProductLine
              product={line.product}
              customizations={line.customizations}
              customized={line.customized}
              price={
                <>
                  <span className={s.times}>{line.quantity} × </span>
                  {formatMoney(shownLine(prices, line).unit, currency)}
                </>
              }
            >
              {line.quantity > 1 && <p className={s.linePrice}>{formatMoney(shownLine(prices, line).sum, currency)}</p>}
              {onQuantity && 'stock' in line && (
                <Shortage line={line} lines={quote.lines as Quote['lines']} onQuantity={onQuantity} />
              )}
            </ProductLine>
          </li>
        ))}
      </ul>
      {prices && <p className={s.small}>{taxNote({ prices, gstRate, isExport })}</p>}
    </section>
  );
}

function Shortage({
  line,
  lines,
  onQuantity,
}: {
  line: DraftLine;
  lines: readonly DraftLine[];
  onQuantity(line: DraftLine, quantity: number): void;
}) {
  // The lines before have theirs.
  const before = lines
    .slice(0, lines.indexOf(line))
    .filter(({ productId }) => productId === line.productId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const left = Math.max(0, line.stock - before);
  if (line.quantity <= left) return null;
  return (
    <p className={s.problem}>
      {line.stock === 0 ? 'Out of stock' : `Only ${line.stock} left`}
      {left > 0 && (
        <Button look="quiet" onClick={() => onQuantity(line, left)}>
          Take {left}
        </Button>
      )}
      <Button look="quiet" onClick={() => onQuantity(line, 0)}>
        Remove
      </Button>
    </p>
  );
}
