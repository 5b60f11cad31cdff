import { Button } from '@shop/ui/button.tsx';
import { Stepper } from '@shop/ui/stepper.tsx';
import { useId, useState } from 'react';
import type { CartItem } from '../../api/cart.ts';
import { ProductLine } from '../../components/product-line.tsx';
import s from './cart-drawer.module.css';
import { LineOptions } from './line-options.tsx';
import type { Options } from './use-cart-changes.ts';

interface Props {
  item: CartItem;
  /** Of the line, as shown. */
  price: string;
  /** What one customer can have. */
  limit: number | undefined;
  isChanging: boolean;
  onQuantity(quantity: number): void;
  onOptions(options: Options): Promise<void>;
  onSave(): void;
  onRemove(): void;
}

/** A piece of the cart, and what can be changed of it. */
export function CartLine({
  item,
  price,
  limit = Infinity,
  isChanging,
  onQuantity,
  onOptions,
  onSave,
  onRemove,
}: Props) {
  const [isEditing, setEditing] = useState(false);
  const changeId = useId();
  const { product, customizations, customized, quantity, stock, availability } = item;
  const isUnavailable = availability === 'gone' || stock === 0;
  return (
    <ProductLine
      product={product}
      customizations={customizations}
      customized={customized}
      isOff={isUnavailable}
      price={<span className={isChanging ? s.waiting : ''}>{price}</span>}
    >
      {availability === 'gone' ? (
        <p className={s.problem}>Not available any more</p>
      ) : stock === 0 ? (
        <p className={s.problem}>Out of stock</p>
      ) : (
        availability === 'short' && <p className={s.problem}>Only {stock} left</p>
      )}
      {quantity > limit && <p className={s.problem}>At most {limit} for one customer</p>}
      <div className={s.actions}>
        {!isUnavailable && (
          <Stepper of={product.name} value={quantity} max={Math.min(stock, limit)} onChange={onQuantity} />
        )}
        <Button look="quiet" onClick={onRemove}>
          Remove<span className="visually-hidden"> {product.name}</span>
        </Button>
      </div>
      <div className={s.actions}>
        {availability !== 'gone' && (
          <Button id={changeId} look="quiet" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            Change options<span className="visually-hidden"> of {product.name}</span>
          </Button>
        )}
        <Button look="quiet" onClick={onSave}>
          Save for later<span className="visually-hidden"> {product.name}</span>
        </Button>
      </div>
      {isEditing && (
        <LineOptions
          item={item}
          onChange={async (options) => {
            await onOptions(options);
            setEditing(false);
          }}
          onCancel={() => {
            setEditing(false);
            document.getElementById(changeId)?.focus();
          }}
        />
      )}
    </ProductLine>
  );
}
