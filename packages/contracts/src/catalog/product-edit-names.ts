/** Names and limits of edits of several products. Without zod, because the browser entry exports it. */

/** Products of one edit. */
export const MAX_EDITED = 10_000;

/** Fields that an edit changes. */
export const EDITED_FIELDS = [
  'price',
  'stock',
  'lowStockAt',
  'status',
  'category',
  'material',
  'featured',
  'occasions',
  'deliveryTime',
  'shippingNote',
  'careInstructions',
  'packaging',
] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** How a price changes: by per cent of itself, by rupees, or to a price. */
export const PRICE_CHANGES = ['percent', 'amount', 'set'] as const;
export type PriceChangeKind = (typeof PRICE_CHANGES)[number];

export const MIN_PERCENT = -90;
export const MAX_PERCENT = 400;

/** Rupees to whose multiples a changed price is rounded; `0.01` is none. */
export const PRICE_STEPS = ['0.01', '1', '10', '100'] as const;
export type PriceStep = (typeof PRICE_STEPS)[number];

/**
 * - `chosen`: its products are fixed, its changes are not yet
 * - `previewing`, `previewed`: what would become of each product
 * - `applying`, `applied`
 * - `undoing`, `undone`
 */
export const EDIT_STATES = ['chosen', 'previewing', 'previewed', 'applying', 'applied', 'undoing', 'undone'] as const;
export type EditState = (typeof EDIT_STATES)[number];

/**
 * Of one product, in the order in which rows are listed:
 * - `problem`: it cannot be changed so, and stays as it is
 * - `skipped`: it changed between the preview and its turn, and stays as it is
 * - `kept`: something of it changed after the edit, and was not restored
 * - `planned`, `changed`, `restored`
 * - `same`: there is nothing to change
 */
export const EDIT_ROW_STATES = ['problem', 'skipped', 'kept', 'planned', 'changed', 'restored', 'same'] as const;
export type EditRowState = (typeof EDIT_ROW_STATES)[number];
