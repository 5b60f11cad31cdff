const GUIDED = ['ring', 'bracelet', 'bangle', 'necklace', 'pendant', 'earring'] as const;

export type GuidedCategory = (typeof GUIDED)[number];

/** The kind of pieces that a category's size guide is about (`ring` of `ring` and `rings`); undefined for a category of the shop's own. */
export const guidedCategory = (main: string): GuidedCategory | undefined =>
  GUIDED.find((kind) => kind === main.replace(/s$/, ''));
