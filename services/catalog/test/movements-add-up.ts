import type { Connection } from 'mongoose';

interface Sum {
  _id: unknown;
  sum: number;
  count: number;
  numbers: number[];
  after: number;
}

/** Products whose movements do not add up to their stock, or are not numbered from 1 on: a change went past the ledger. */
export async function unaccounted(connection: Connection): Promise<string[]> {
  const sums = await connection
    .collection('stock-movements')
    .aggregate<Sum>([
      { $sort: { productId: 1, number: 1 } },
      {
        $group: {
          _id: '$productId',
          sum: { $sum: '$delta' },
          count: { $sum: 1 },
          numbers: { $push: '$number' },
          after: { $last: '$stockAfter' },
        },
      },
    ])
    .toArray();
  const byProduct = new Map(sums.map((each) => [String(each._id), each]));
  // Of old data, whose migration did not run, there is no count.
  const products = await connection
    .collection('products')
    .find({ movementCount: { $exists: true } })
    .project<{ _id: unknown; stock: number; movementCount: number; movementSum: number }>({
      ...{ stock: 1, movementCount: 1, movementSum: 1 },
    })
    .toArray();
  return products.flatMap(({ _id, stock, movementCount, movementSum }) => {
    const { sum = 0, count = 0, numbers = [], after = 0 } = byProduct.get(String(_id)) ?? {};
    const isNumbered = numbers.every((number, index) => number === index + 1);
    const isRight = stock === sum && stock === movementSum && stock === after && count === movementCount && isNumbered;
    return isRight ? [] : [`${String(_id)}: stock ${stock}, movements ${numbers.join()} add up to ${sum}`];
  });
}
