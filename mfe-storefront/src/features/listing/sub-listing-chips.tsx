import { Chips } from '@shop/ui/chips.tsx';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../components/categories.ts';
import { materialsQuery } from '../../components/materials.ts';
import { useLinksWithin } from '../../components/use-links-within.ts';
import { capitalized, material, plural } from '../../components/display-names.ts';
import type { Place } from './api/listing.ts';

/** Links to the sub-categories of a category or the sub-tags of a material, and to the whole; the others have no parts. */
export function SubListingChips({ place }: { place: Place }) {
  if (place.kind === 'category') return <CategoryChips {...place} />;
  return place.kind === 'material' ? <MaterialChips {...place} /> : null;
}

function CategoryChips({ main, sub }: { main: string; sub?: string }) {
  const { data } = useQuery(categoriesQuery);
  const subs = data?.categories.find((category) => category.main === main)?.sub;
  return <ChipRow whole={plural(main)} path={`/product/${encodeURIComponent(main)}`} subs={subs} chosen={sub} />;
}

function MaterialChips({ tag, sub }: { tag: string; sub?: string }) {
  const { data } = useQuery(materialsQuery);
  const subs = data?.materials.find((one) => one.tag === tag)?.sub;
  return <ChipRow whole={material(tag)} path={`/material/${encodeURIComponent(tag)}`} subs={subs} chosen={sub} />;
}

interface Props {
  whole: string;
  path: string;
  subs: readonly string[] | undefined;
  /** The current sub-category or sub-tag; undefined for the whole. */
  chosen: string | undefined;
}

function ChipRow({ whole, path, subs, chosen }: Props) {
  const links = useLinksWithin();
  // The sub-tag `all` is the whole material.
  const choices = subs?.filter((sub) => sub !== 'all');
  // A single one is the whole.
  if (!choices || choices.length < 2) return null;
  return (
    <Chips label={`Within ${whole.toLowerCase()}`} {...links}>
      <a href={path} aria-current={chosen ? undefined : 'page'}>
        All
      </a>
      {choices.map((sub) => (
        <a key={sub} href={`${path}/${encodeURIComponent(sub)}`} aria-current={sub === chosen ? 'page' : undefined}>
          {capitalized(sub)}
        </a>
      ))}
    </Chips>
  );
}
