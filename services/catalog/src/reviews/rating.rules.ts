/** Stars of a product out of how many reviews gave how many: the mean to two decimals, 0 while there is none. */
export function ratingOf(counts: readonly { rating: number; count: number }[]): {
  rating: number;
  ratingCount: number;
} {
  const ratingCount = counts.reduce((sum, { count }) => sum + count, 0);
  const stars = counts.reduce((sum, { rating, count }) => sum + rating * count, 0);
  return { rating: ratingCount === 0 ? 0 : Math.round((stars / ratingCount) * 100) / 100, ratingCount };
}
