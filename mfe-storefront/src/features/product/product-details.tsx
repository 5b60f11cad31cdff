import { Link } from '@shop/mfe-kit';
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
          <p>
            <Link to="/shipping-policy">The whole shipping policy</Link>
          </p>
        </Accordion>
      )}
      <Accordion title="Refund & Return Policy">
        <p>
          Returns within 30 days of delivery. Customized orders are non-refundable; shipping and insurance fees too.
        </p>
        <p>
          <Link to="/refund-return">The whole policy</Link>
        </p>
      </Accordion>
    </div>
  );
}

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
