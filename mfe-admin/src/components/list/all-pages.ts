/** Of one page, as the calls of lists let through. */
const LIMIT = 100;

/**
 * All rows of a list, page by page, up to a number. A row that moved to the next page in the meantime is not there twice.
 * @throws what a page could not be loaded for
 */
export async function allPages<Row, Answer extends { totalCount: number }>(
  load: (page: { page: number; limit: number }) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
  idOf: (row: Row) => string,
  most: number,
): Promise<{ rows: Row[]; totalCount: number }> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const answer = await load({ page, limit: LIMIT });
    const found = rowsOf(answer);
    for (const row of found) if (rows.size < most) rows.set(idOf(row), row);
    const { totalCount } = answer;
    if (found.length < LIMIT || page * LIMIT >= totalCount || rows.size >= most) {
      return { rows: [...rows.values()], totalCount };
    }
  }
}
