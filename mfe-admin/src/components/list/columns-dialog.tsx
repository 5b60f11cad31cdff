import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { useState } from 'react';
import { columnsIn, type Column } from './list.ts';
import s from './list-screen.module.css';

/** Which columns are shown, and in which order. */
export function ColumnsDialog<Row>({
  columns,
  shown,
  onChoose,
  onClose,
}: {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  onChoose(columns: readonly Column<Row>[]): void;
  onClose(): void;
}) {
  const [order, setOrder] = useState(() => [...shown, ...columns.filter((column) => !shown.includes(column))]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(shown.map(({ id }) => id)));
  const [told, setTold] = useState('');
  const move = (from: number, to: number) => {
    setOrder(order.toSpliced(from, 1).toSpliced(to, 0, order[from]!));
    setTold(`${order[from]!.header} is number ${to + 1} of ${order.length}`);
  };
  return (
    <FormDialog
      kind="drawer"
      title="Columns"
      save="Show"
      busy={false}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(order.filter(({ id }) => chosen.has(id)));
      }}
      onClose={onClose}
    >
      <ol className={s.columns}>
        {order.map(({ id, header, isFixed }, index) => (
          <li key={id}>
            <Checkbox
              checked={chosen.has(id)}
              disabled={isFixed}
              onChange={({ target }) =>
                setChosen(new Set(target.checked ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
              }
            >
              {header}
            </Checkbox>
            <Button look="quiet" disabled={index === 0} onClick={() => move(index, index - 1)}>
              <span aria-hidden="true">↑</span>
              <span className="visually-hidden">{header} earlier</span>
            </Button>
            <Button look="quiet" disabled={index === order.length - 1} onClick={() => move(index, index + 1)}>
              <span aria-hidden="true">↓</span>
              <span className="visually-hidden">{header} later</span>
            </Button>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {told}
      </p>
      <Button
        look="quiet"
        onClick={() => {
          const first = columnsIn(new URLSearchParams(), columns);
          setOrder([...first, ...columns.filter((column) => !first.includes(column))]);
          setChosen(new Set(first.map(({ id }) => id)));
          setTold('As at first');
        }}
      >
        As at first
      </Button>
    </FormDialog>
  );
}
