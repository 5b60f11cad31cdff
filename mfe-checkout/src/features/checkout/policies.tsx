import { Link } from '@shop/mfe-kit';
import { useIsWritten } from '@shop/mfe-kit/text-pages.tsx';
import { Accordion } from '@shop/ui/accordion.tsx';
import { useQuery } from '@tanstack/react-query';
import { policyQuery } from './api.ts';

/** Shipping and returns, from the shop's text pages, as far as these are written. */
export function Policies() {
  const [shipping, returns] = [useIsWritten('shipping-policy'), useIsWritten('refund-return')];
  return (
    <div>
      {shipping && <Policy title="Shipping policy" slug="shipping-policy" />}
      {returns && <Policy title="Refund & return policy" slug="refund-return" />}
    </div>
  );
}

function Policy({ title, slug }: { title: string; slug: 'shipping-policy' | 'refund-return' }) {
  const { data } = useQuery(policyQuery(slug));
  return (
    <Accordion title={title}>
      {data?.page.blocks.map((block, i) => {
        const key = `${block.kind}-${i}`;
        switch (block.kind) {
          case 'heading':
            return <h3 key={key}>{block.text}</h3>;
          case 'paragraph':
            return <p key={key}>{block.text}</p>;
          case 'list':
            return (
              <ul key={key}>
                {block.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            );
          case 'question':
            return (
              <p key={key}>
                <strong>{block.question}</strong> {block.answer}
              </p>
            );
        }
      })}
      <p>
        <Link to={`/${slug}`}>Read it on its own page</Link>
      </p>
    </Accordion>
  );
}
