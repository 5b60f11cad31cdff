import type { Facet } from '@shop/contracts/browser';
import { capitalized, material } from '../display-names.ts';

/** Names of facets on the page. */
export const FACET_NAMES: Record<Facet, string> = {
  availability: 'Availability',
  metal: 'Metal',
  purity: 'Purity',
  tone: 'Colour',
  stone: 'Stone',
  shape: 'Shape',
  carat: 'Carat',
  weight: 'Weight',
  size: 'Size',
  occasion: 'Occasion',
  certified: 'Certified',
};

/** A facet's value as the page shows it. */
export const labelOf = (facet: Facet, label: string): string =>
  facet === 'metal' || facet === 'availability' ? material(label) : capitalized(label);
