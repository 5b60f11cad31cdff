/** Collections that do not grow with customers, orders or products: scanning them is cheap. */
export const BOUNDED: ReadonlyMap<string, string> = new Map([
  ['banners', 'a handful, kept by staff'],
  ['branches', 'categories and materials, kept by staff'],
  ['brand', 'one document'],
  ['charges', 'one document'],
  ['collections', 'two hundred at most, kept by staff'],
  ['couriers', 'a handful, kept by staff'],
  ['deliveryAreas', 'PIN codes of one country, kept by staff'],
  ['event_queues', 'one per handler'],
  ['invoice-series', 'one per financial year and kind'],
  ['jobs', 'one per recurring job'],
  ['migrations', 'one per migration'],
  ['migration_locks', 'one while a migration runs'],
  ['options', 'option lists, kept by staff'],
  ['outside', 'countries, currencies and rates'],
  ['pages', 'a handful, kept by staff'],
  ['popular_searches', 'a thousand at most'],
  ['roles', 'fifty at most, kept by staff'],
  ['signing-keys', 'one per month'],
  ['posts', 'hundreds at most, kept by staff'],
  ['synonyms', 'one document'],
  ['views', 'tens per member of staff'],
]);

/** Queries that may scan or sort a growing collection, with the reason. */
export const EXCEPTIONS: readonly [RegExp, string][] = [
  [
    /^products aggregate \{\} \$match .* \$sort \{productGroup:1,position:1,_id:1\} \$group \$sort /,
    'listings: variants become one card per group before cards are sorted, so the sort is of groups; cached by the gateway',
  ],
  [
    /^users (aggregate \{\} \$match|find) \{\$or: \{name\} \{email\} \{username\}\}( \$group|$)/,
    'staff look for accounts by a part of the name or the address, which no index finds',
  ],
  [
    /^orders find \{userId\} sort \{paise\.total:/,
    'staff sort the orders of one buyer by total: tens, found by an index',
  ],
  [
    /^orders aggregate \{\} \$match \{createdAt: .* \$group \$sort \{paise:-1,_id:1\} \$limit/,
    'the pieces that sold best: orders are found by an index, and the sort is of pieces, of which ten are kept',
  ],
  [
    /^attention find \{resolvedAt: \{\$ne\}\} sort/,
    'the planner takes the index of unresolved entries when few are resolved, and then sorts those few',
  ],
  [
    /failures: \{\$gt\}\} sort \{[\w.]*dueAt:1\}/,
    'the failed items of a job, for `npm run jobs`: found by the index on failures, and few',
  ],
];
