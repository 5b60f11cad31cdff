import { Link } from '@shop/mfe-kit';
import { Accordion } from '@shop/ui/accordion.tsx';
import type { Product } from './api/product.ts';
import s from './product-details.module.css';

type Details = Product['detailsRef'];

/** Description, shipping and returns, each to be opened; all of it is in the page for whoever has no scripts. */
export function ProductDetails({ product: { detailsRef: details } }: { product: Product }) {
  return (
    <div className={s.sections}>
      <Accordion title="Description" open>
        <Facts details={details} />
        <h3>Care instructions</h3>
        <p>{details.careInstructions}</p>
        <h3>Packaging</h3>
        <p>{details.packaging}</p>
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

/** Weights, as scales and certificates say them. */
const twoPlaces = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The table of what a piece is made of; rows without a value are left out. */
function Facts({ details }: { details: Details }) {
  const { certification, stones = [] } = details;
  const certificates = [
    certification.isHallmarked && 'BIS hallmark',
    certification.isCertified && (certification.certType ?? 'Certified'),
  ].filter(Boolean);
  const facts: [string, string | undefined][] = [
    ['Metal', [details.metalPurity[0], details.metalTone[0]].filter(Boolean).join(' ')],
    ['Weight', `${twoPlaces.format(details.weight)} g`],
    [
      'Stones',
      stones
        .map(
          ({ count, type, shape, carat }) =>
            `${count} × ${[shape, type].filter(Boolean).join(' ')}, ${twoPlaces.format(carat)} ct`,
        )
        .join('; '),
    ],
    ['Finish', details.finish],
    ['Diamond size', details.diamondSize],
    ['Sizes', (details.sizeOptions ?? details.sizes ?? details.earringSize ?? details.pendantSize)?.join(', ')],
    ['Chain length', (details.chainLengths ?? details.chainLength)?.join(', ')],
    ['Back', details.backType?.join(', ')],
    ['Certificates', certificates.join(', ')],
    ['Hypoallergenic', details.hypoallergenic ? 'Yes' : undefined],
    ['Occasion', details.occasion?.join(', ')],
  ];
  return (
    <table className={s.facts}>
      <tbody>
        {facts.flatMap(([name, value]) =>
          value
            ? [
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>,
              ]
            : [],
        )}
      </tbody>
    </table>
  );
}
