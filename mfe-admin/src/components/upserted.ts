/** `rows` with `row` in the place of the one with its id, or at the end. */
export const upserted = <Row extends { _id: string }>(rows: readonly Row[], row: Row): Row[] =>
  rows.some(({ _id }) => _id === row._id) ? rows.map((old) => (old._id === row._id ? row : old)) : [...rows, row];
