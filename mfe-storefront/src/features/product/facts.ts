import { type CompositeKind, DETAIL_ROWS, type DetailFieldOf } from '@shop/contracts/browser';
import type { Product } from './api/product.ts';

type Details = Product['detailsRef'];
type Cell = (typeof DETAIL_ROWS)[number]['cells'][number];
type CompositeField = Extract<Cell['field'], DetailFieldOf<CompositeKind>>;

/** Weights, as scales and certificates state them. */
const twoPlaces = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Texts of the fields that have parts. */
const COMPOSITES: Record<CompositeField, (details: Details) => string> = {
  stones: ({ stones = [] }) =>
    stones
      .map(
        ({ count, type, shape, carat }) =>
          `${count} × ${[shape, type].filter(Boolean).join(' ')}, ${twoPlaces.format(carat)} ct`,
      )
      .join('; '),
  certification: ({ certification: { isHallmarked, isCertified, certType = 'Certified' } }) =>
    [isHallmarked && 'BIS hallmark', isCertified && certType].filter(Boolean).join(', '),
};
const isComposite = (field: Cell['field']): field is CompositeField => field in COMPOSITES;

function textOf(details: Details, cell: Cell): string | undefined {
  const { field } = cell;
  if (isComposite(field)) return COMPOSITES[field](details);
  const value = details[field];
  if (Array.isArray(value)) return 'firstOnly' in cell ? value[0] : value.join(', ');
  if (typeof value === 'number') return `${twoPlaces.format(value)}${'unit' in cell ? ` ${cell.unit}` : ''}`;
  if (typeof value === 'boolean') return value ? 'Yes' : undefined;
  return value;
}

/** Heading and text of each row of the table of details; rows without a value are left out. */
export const factsOf = (details: Details): [heading: string, text: string][] =>
  DETAIL_ROWS.flatMap(({ heading, cells }): [string, string][] => {
    const text = cells
      .map((cell) => textOf(details, cell))
      .filter(Boolean)
      .join(' ');
    return text ? [[heading, text]] : [];
  });
