import { Chips } from '@shop/ui/chips.tsx';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../components/categories.ts';
import { materialsQuery } from '../../components/materials.ts';
import { useLinksWithin } from '../../components/use-links-within.ts';
import { capitalized, material, plural } from '../../components/words.ts';
import type { Place } from './api/listing.ts';

/** The ways into the parts of a category or a material, and back to the whole. */
export function Parts({ place }: { place: Place }) {
  if (place.kind === 'shop') return null;
  return place.kind === 'category' ? <PartsOfCategory {...place} /> : <PartsOfMaterial {...place} />;
}

function PartsOfCategory({ main, sub }: { main: string; sub?: string }) {
  const { data } = useQuery(categoriesQuery);
  const subs = data?.categories.find((category) => category.main === main)?.sub;
  return <Row whole={plural(main)} path={`/product/${encodeURIComponent(main)}`} subs={subs} chosen={sub} />;
}

function PartsOfMaterial({ tag, sub }: { tag: string; sub?: string }) {
  const { data } = useQuery(materialsQuery);
  const subs = data?.materials.find((one) => one.tag === tag)?.sub;
  return <Row whole={material(tag)} path={`/material/${encodeURIComponent(tag)}`} subs={subs} chosen={sub} />;
}

interface Props {
  whole: string;
  path: string;
  subs: readonly string[] | undefined;
  /** The part that is shown; the whole without. */
  chosen: string | undefined;
}

function Row({ whole, path, subs, chosen }: Props) {
  const links = useLinksWithin();
  // `all` is a material's word for the whole.
  const parts = subs?.filter((sub) => sub !== 'all');
  // One part is the whole.
  if (!parts || parts.length < 2) return null;
  return (
    <Chips label={`Within ${whole.toLowerCase()}`} {...links}>
      <a href={path} aria-current={chosen ? undefined : 'page'}>
        All
      </a>
      {parts.map((sub) => (
        <a key={sub} href={`${path}/${encodeURIComponent(sub)}`} aria-current={sub === chosen ? 'page' : undefined}>
          {capitalized(sub)}
        </a>
      ))}
    </Chips>
  );
}
