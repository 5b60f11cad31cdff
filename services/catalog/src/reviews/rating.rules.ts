export interface Rating {
  rating: number;
  ratingCount: number;
}

/** Rating of a group from the number of reviews per rating: the mean to two decimals, 0 without reviews. */
export function ratingOf(counts: readonly { rating: number; count: number }[]): Rating {
  const ratingCount = counts.reduce((sum, { count }) => sum + count, 0);
  const stars = counts.reduce((sum, { rating, count }) => sum + rating * count, 0);
  return { rating: ratingCount === 0 ? 0 : Math.round((stars / ratingCount) * 100) / 100, ratingCount };
}
