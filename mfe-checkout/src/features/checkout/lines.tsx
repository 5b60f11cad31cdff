import { formatMoney } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Piece } from '../../components/piece.tsx';
import type { Checkout, Quote } from './api.ts';
import s from './checkout.module.css';

type DraftLine = Quote['lines'][number];

/** What is bought. Before it is frozen a piece that has become short says so, and what can be done. */
export function Lines({
  quote,
  onQuantity,
}: {
  quote: Quote | Checkout;
  onQuantity?(line: DraftLine, quantity: number): void;
}) {
  return (
    <section className={s.card} aria-labelledby="items-title">
      <h2 id="items-title">Your pieces</h2>
      <ul className={s.lines}>
        {quote.lines.map((line, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same piece may stand in two lines
          <li key={`${line.productId}-${i}`}>
            <Piece
              product={line.product}
              customizations={line.customizations}
              price={
                <>
                  <span className={s.times}>{line.quantity} × </span>
                  {formatMoney(line.unitPrice, quote.currency)}
                </>
              }
            >
              {line.quantity > 1 && <p className={s.linePrice}>{formatMoney(line.linePrice, quote.currency)}</p>}
              {onQuantity && 'stock' in line && (
                <Shortage line={line} lines={quote.lines as Quote['lines']} onQuantity={onQuantity} />
              )}
            </Piece>
          </li>
        ))}
      </ul>
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
  const others = lines
    .filter((other) => other !== line && other.productId === line.productId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const left = Math.max(0, line.stock - others);
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
