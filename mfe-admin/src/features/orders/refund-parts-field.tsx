import { REFUNDED_CHARGE_NAMES, type RefundedCharge, type RefundParts } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Select } from '@shop/ui/select.tsx';
import type { Order } from '../../api/orders.ts';
import s from './order-page.module.css';
import { NO_PARTS, type Refundable } from './refundable.rules.ts';

interface Props {
  order: Order;
  refundable: Refundable;
  chosen: RefundParts;
  onChoose(parts: RefundParts): void;
}

/** Pieces and charges of an order that are to be paid back. */
export function RefundPartsField({ order: { items, currency }, refundable, chosen, onChoose }: Props) {
  const { left, worth } = refundable;
  const priceOf = (parts: Partial<RefundParts>) => formatMoney(worth({ ...NO_PARTS, ...parts }), currency);
  const piecesOf = (place: number): number => chosen.lines.find((line) => line.place === place)?.pieces ?? 0;
  const choosePieces = (place: number, pieces: number): void => {
    const others = chosen.lines.filter((line) => line.place !== place);
    onChoose({ ...chosen, lines: pieces > 0 ? [...others, { place, pieces }] : others });
  };
  const chooseCharge = (charge: RefundedCharge, isChosen: boolean): void => {
    const others = chosen.charges.filter((one) => one !== charge);
    onChoose({ ...chosen, charges: isChosen ? [...others, charge] : others });
  };
  return (
    <fieldset className={s.pieces}>
      <legend>Pieces to pay back, with their tax</legend>
      {items.map(({ product, quantity }, place) => (
        <Pieces
          // oxlint-disable-next-line react/no-array-index-key -- equal lines are possible, reordering is not
          key={place}
          name={product.name}
          quantity={quantity}
          left={left.lines[place]!}
          chosen={piecesOf(place)}
          priceOf={(pieces) => priceOf({ lines: [{ place, pieces }] })}
          onChoose={(pieces) => choosePieces(place, pieces)}
        />
      ))}
      {left.charges.map((charge) => (
        <Checkbox
          key={charge}
          checked={chosen.charges.includes(charge)}
          onChange={({ currentTarget }) => chooseCharge(charge, currentTarget.checked)}
        >
          {REFUNDED_CHARGE_NAMES[charge]}, {priceOf({ charges: [charge] })}
        </Checkbox>
      ))}
    </fieldset>
  );
}

interface PiecesProps {
  name: string;
  /** That were bought. */
  quantity: number;
  /** That are not paid back. */
  left: number;
  chosen: number;
  priceOf(pieces: number): string;
  onChoose(pieces: number): void;
}

function Pieces({ name, quantity, left, chosen, priceOf, onChoose }: PiecesProps) {
  if (left === 0) {
    return (
      <p className={s.soft}>
        {quantity} × {name}: paid back
      </p>
    );
  }
  if (left === 1) {
    return (
      <Checkbox checked={chosen === 1} onChange={({ currentTarget }) => onChoose(currentTarget.checked ? 1 : 0)}>
        1 × {name}, {priceOf(1)}
      </Checkbox>
    );
  }
  return (
    <Select label={name} value={chosen} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
      <option value={0}>None of {left}</option>
      {Array.from({ length: left }, (_, at) => at + 1).map((pieces) => (
        <option key={pieces} value={pieces}>
          {pieces} × {name}, {priceOf(pieces)}
        </option>
      ))}
    </Select>
  );
}
