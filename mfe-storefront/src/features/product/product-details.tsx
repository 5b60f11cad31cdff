import { Link } from '@shop/mfe-kit';
import { type TextPage, useIsWritten } from '@shop/mfe-kit/text-pages.tsx';
import { Accordion } from '@shop/ui/accordion.tsx';
import type { Product } from './api/product.ts';
import { factsOf } from './facts.ts';
import s from './product-details.module.css';

type Details = Product['detailsRef'];

/** Description, shipping and returns, each collapsible; the whole text is in the HTML, for visitors without scripts. */
export function ProductDetails({ product: { detailsRef: details } }: { product: Product }) {
  return (
    <div className={s.sections}>
      <Accordion title="Description" open>
        <Facts details={details} />
        <Words title="Care instructions" text={details.careInstructions} />
        <Words title="Packaging" text={details.packaging} />
      </Accordion>
      {details.shippingNote && (
        <Accordion title="Shipping Policy">
          <p>{details.shippingNote}</p>
          {details.deliveryTime && <p>Delivery time: {details.deliveryTime}</p>}
          <Whole page="shipping-policy">The whole shipping policy</Whole>
        </Accordion>
      )}
      <Accordion title="Refund & Return Policy">
        <p>
          Returns within 30 days of delivery. Customized orders are non-refundable; shipping and insurance fees too.
        </p>
        <Whole page="refund-return">The whole policy</Whole>
      </Accordion>
    </div>
  );
}

const Whole = ({ page, children }: { page: TextPage; children: string }) =>
  useIsWritten(page) && (
    <p>
      <Link to={`/${page}`}>{children}</Link>
    </p>
  );

/** Without a text there is no heading. */
function Words({ title, text }: { title: string; text: string }) {
  return (
    text && (
      <>
        <h3>{title}</h3>
        <p>{text}</p>
      </>
    )
  );
}

function Facts({ details }: { details: Details }) {
  return (
    <table className={s.facts}>
      <tbody>
        {factsOf(details).map(([heading, text]) => (
          <tr key={heading}>
            <th scope="row">{heading}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
