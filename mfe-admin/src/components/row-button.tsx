import { Button } from '@shop/ui/button.tsx';

interface Props {
  /** `18 KT`: read out after the label. */
  of: string;
  /** What is shown of the label: `Edit`. */
  children: string;
  id?: string;
  onClick(): void;
}

/** A quiet button in a row, named with the subject of the row for screen readers. */
export const RowButton = ({ of, children, id, onClick }: Props) => (
  <Button id={id} look="quiet" onClick={onClick}>
    {children}
    <span className="visually-hidden"> {of}</span>
  </Button>
);
