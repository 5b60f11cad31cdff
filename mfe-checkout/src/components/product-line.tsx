import { Link } from '@shop/mfe-kit';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import type { ReactNode } from 'react';
import { choicesOf, noReturnBecause } from './choices.ts';
import s from './product-line.module.css';

interface Props {
  product: {
    _id: string;
    name: string;
    images: readonly string[];
    focus?: { x: number; y: number } | undefined;
    category: { main: string };
    productGroup: string;
  };
  customizations: Readonly<Record<string, string | { value: string }>>;
  /** Made to order. */
  customized?: boolean | undefined;
  /** Next to the name, at the end of the line. */
  price: ReactNode;
  /** Below the options: quantity, problems. */
  children?: ReactNode;
  isOff?: boolean;
}

/** A product in a cart or an order: picture, name, category, options, and price. */
export function ProductLine({ product, customizations, customized, price, children, isOff = false }: Props) {
  const { _id, name, images, focus, category, productGroup } = product;
  const choices = choicesOf(customizations, category.main);
  const noReturn = noReturnBecause({ customized, customizations });
  const to = `/product/group/${productGroup}?variant=${_id}`;
  return (
    <div className={`${s.piece} ${isOff ? s.off : ''}`}>
      <Link to={to} tabIndex={-1} aria-hidden="true" className={s.picture}>
        <Thumbnail src={images[0]} size={88} focus={focus} />
      </Link>
      <div className={s.about}>
        <div className={s.head}>
          <p className={s.name}>
            <Link to={to}>{name}</Link>
          </p>
          <p className={s.price}>{price}</p>
        </div>
        <p className={s.category}>{category.main}</p>
        {choices.length > 0 && (
          <dl className={s.choices}>
            {choices.map((choice) => (
              <div key={choice.name}>
                <dt>{choice.name}</dt>
                <dd>{choice.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {noReturn && (
          <p className={s.noReturn}>{noReturn === 'engraved' ? 'Engraved' : 'Made to order'}: cannot be returned</p>
        )}
        {children}
      </div>
    </div>
  );
}
