interface Having {
  $and: Record<string, RegExp>[];
}

/** The documents in whose `field` all words of `q` are, in any case. No index serves it: for small collections. */
export const havingWords = (field: string, q: string): Having => ({
  $and: q
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => ({ [field]: new RegExp(RegExp.escape(word), 'iu') })),
});
