import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import type { Order } from '../../api/orders.ts';
import { May } from '../../components/may.tsx';
import { momentText } from '../../components/texts.ts';
import s from './order-page.module.css';

interface Props {
  form97: NonNullable<Order['form97']>;
  busy: boolean;
  onReceived(isReceived: boolean): void;
}

/** Of a buyer who has no PAN. */
export function Form97Box({ form97: { receivedAt, by }, busy, onReceived }: Props) {
  return (
    <section className={s.box} aria-labelledby="order-form97">
      <h2 id="order-form97">Form 97</h2>
      <p className={s.now}>
        <Badge tone={receivedAt ? 'good' : 'bad'}>{receivedAt ? 'Received' : 'Missing'}</Badge>
        <span>
          {receivedAt
            ? `${momentText(receivedAt)}, recorded by ${by ?? 'an account that is gone'}`
            : 'Form 97 to be signed before it is sent: the buyer has no PAN'}
        </span>
      </p>
      <May permission="orders.change-status">
        <Button wide look="secondary" busy={busy} onClick={() => onReceived(!receivedAt)}>
          {receivedAt ? 'It has not come: take it back' : 'The signed form has come'}
        </Button>
      </May>
    </section>
  );
}
