import { type CurrencyCode, PROVIDERS } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import s from '../checkout.module.css';
import type { WaysToPay } from './ways-to-pay.ts';

interface Props {
  amount: number;
  currency: CurrencyCode;
  ways: WaysToPay;
  isBusy: boolean;
  isWaiting?: boolean;
  onPay(): void;
}

/** The ways to pay, if there are several, and the button that shows the amount to be charged. */
export function Pay({ amount, currency, ways, isBusy, isWaiting = false, onPay }: Props) {
  const { offered, chosen } = ways;
  if (!chosen) {
    return (
      <div className={s.notice} role="alert">
        <p>There is no way to pay in {currency} at the moment. Please try again later.</p>
        <Button look="quiet" onClick={ways.reload}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <>
      {offered.length > 1 && (
        <fieldset className={s.ways} disabled={isBusy}>
          <legend>How would you like to pay?</legend>
          {offered.map((way) => (
            <label key={way} className={s.way}>
              <input type="radio" name="way-to-pay" checked={way === chosen} onChange={() => ways.choose(way)} />
              {PROVIDERS[way].choice}
            </label>
          ))}
        </fieldset>
      )}
      <div className={s.pay}>
        {/* At the foot of the screen on phones. */}
        <div className={s.payBar} data-foot-bar="">
          <Button wide className={s.payButton} busy={isBusy} disabled={isWaiting || ways.isLoading} onClick={onPay}>
            {isBusy ? 'Processing...' : `Pay ${formatMoney(amount, currency)}`}
          </Button>
        </div>
        <p className={s.small}>{PROVIDERS[chosen].hint}</p>
      </div>
    </>
  );
}
