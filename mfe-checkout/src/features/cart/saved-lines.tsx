import { useCurrency } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import type { CartItem } from '../../api/cart.ts';
import { ProductLine } from '../../components/product-line.tsx';
import s from './cart-drawer.module.css';

interface Props {
  items: readonly CartItem[];
  onMove(item: CartItem): void;
  onRemove(item: CartItem): void;
}

/** Lines that were put aside: in no sum of the cart. */
export function SavedLines({ items, onMove, onRemove }: Props) {
  const { formatPrice } = useCurrency();
  if (items.length === 0) return null;
  return (
    <section className={s.saved} aria-labelledby="saved-title">
      <h3 id="saved-title">Saved for later ({items.length})</h3>
      <ul className={s.items}>
        {items.map((item) => {
          const { _id, product, customizations, customized, quantity, stock, availability, finalPrice, mrp } = item;
          const isUnavailable = availability === 'gone' || stock === 0;
          return (
            <li key={_id}>
              <ProductLine
                product={product}
                customizations={customizations}
                customized={customized}
                isOff={isUnavailable}
                price={`${quantity > 1 ? `${quantity} × ` : ''}${formatPrice({ price: finalPrice, mrp })}`}
              >
                {isUnavailable && (
                  <p className={s.problem}>{availability === 'gone' ? 'Not available any more' : 'Out of stock'}</p>
                )}
                <div className={s.actions}>
                  {!isUnavailable && (
                    <Button look="quiet" onClick={() => onMove(item)}>
                      Move to cart<span className="visually-hidden"> {product.name}</span>
                    </Button>
                  )}
                  <Button look="quiet" onClick={() => onRemove(item)}>
                    Remove<span className="visually-hidden"> {product.name} from what is saved</span>
                  </Button>
                </div>
              </ProductLine>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
