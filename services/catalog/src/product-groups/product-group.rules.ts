import { isDeepStrictEqual } from 'node:util';
import { type BodyOf, catalog, paiseFrom } from '@shop/contracts';
import type { Piece, PieceChange } from '../products/pieces.ts';
import { type Product, variantOf } from '../products/product.schema.ts';

export type GroupChanges = BodyOf<typeof catalog.changeProductGroup>;

/** What becomes of the pieces that change; or what is wrong, by field; or the stock of those whose stock moved since it was read. */
export type GroupDecision =
  { changes: PieceChange[] } | { errors: Record<string, string> } | { moved: Record<string, number> };

/** What a change of a group does to its pieces that are not archived. What has the value already is left alone. */
export function decideGroup(body: GroupChanges, pieces: readonly Piece[]): GroupDecision {
  const errors = errorsOf(body, pieces);
  if (Object.keys(errors).length > 0) return { errors };
  const moved = pieces.flatMap(({ product: { _id, stock } }) => {
    const change = body.variants?.[String(_id)];
    return change?.stock === undefined || change.stockBefore === stock ? [] : [[String(_id), stock] as const];
  });
  if (moved.length > 0) return { moved: Object.fromEntries(moved) };
  return { changes: pieces.flatMap((piece) => changeOf(body, piece)) };
}

/** What a person calls a piece of a group. */
export const toneOf = ({ metalTone, material }: Pick<Product, 'metalTone' | 'material'>): string =>
  `${metalTone}, ${material.tag}`;

function errorsOf({ category, details, addImages = [], variants = {} }: GroupChanges, pieces: readonly Piece[]) {
  const errors: Record<string, string> = {};
  const ids = new Set(pieces.map(({ product }) => String(product._id)));
  for (const id of Object.keys(variants)) {
    if (!ids.has(id)) errors[`variants.${id}`] = 'This is no piece of the group, or it is archived';
  }
  for (const { product } of pieces) {
    const wrong = category && catalog.wrongModel(category.main, product.detailsModel);
    if (wrong) errors['category.main'] = wrong;
    const given = Object.fromEntries(Object.entries(details ?? {}).filter(([, value]) => value !== null));
    for (const [field, message] of Object.entries(catalog.detailErrors(product.detailsModel, given as never))) {
      errors[`details.${field}`] = message;
    }
    const pictures = withAdded(product.images, addImages);
    if (pictures.length > Math.max(catalog.MAX_PICTURES, product.images.length)) {
      errors['addImages'] = `${toneOf(product)} would have more than ${catalog.MAX_PICTURES} pictures`;
    }
  }
  return errors;
}

const withAdded = (images: readonly string[], added: readonly string[]): string[] => [
  ...new Set([...images, ...added]),
];

function changeOf(body: GroupChanges, piece: Piece): PieceChange[] {
  const { product: before, details: own } = piece;
  const { price, lowStockAt, stock, status, position } = body.variants?.[String(before._id)] ?? {};
  const wanted = {
    ...{ name: body.name, shortDescription: body.shortDescription, category: body.category, featured: body.featured },
    ...{ status, position, lowStockAt },
    ...(body.addImages && { images: withAdded(before.images, body.addImages) }),
    ...(price !== undefined && { pricePaise: paiseFrom(price) }),
  };
  const product = differing(wanted, before);
  const details = differing(body.details ?? {}, own);
  const isCounted = stock !== undefined && stock !== before.stock;
  if (!isCounted && Object.keys(product).length + Object.keys(details).length === 0) return [];
  return [{ piece, product, details, ...(isCounted && { stock }) }];
}

/** The given fields that are stored with another value; `null` removes one. */
function differing(wanted: object, stored: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]: [string, unknown]) => {
      const isSame = isDeepStrictEqual(plain(value), plain((stored as Record<string, unknown>)[name]));
      return value === undefined || isSame ? [] : [[name, value ?? undefined]];
    }),
  );
}

/** As JSON carries it: without absent fields. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Archived pieces that the group has room for: one for each tone and material, the one that was archived last. */
export function restorable(pieces: readonly Piece[]): Piece[] {
  const keyOf = ({ product }: Piece) => variantOf(product.productGroup, product.metalTone, product.material.tag);
  const taken = new Set(pieces.filter(({ product }) => product.status !== 'archived').map(keyOf));
  const latestFirst = pieces.toSorted(
    (one, other) => other.product.updatedAt.getTime() - one.product.updatedAt.getTime(),
  );
  // Those that are there take their own places.
  return latestFirst.filter((piece) => {
    const key = keyOf(piece);
    const isFree = !taken.has(key);
    taken.add(key);
    return isFree;
  });
}
