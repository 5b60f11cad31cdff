import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { ROOT } from '../../infra/config.ts';
import { withLoneService } from './lone-service.ts';

export const description =
  "Staff's search among many orders, by HTTP, beside the query of before in the same database ([--orders 50000] [--searches 300])";

const MAX_P95_MS = 50;
const PROGRAM = path.join(ROOT, 'services/cart-order/test/search-orders.ts');

interface Figures {
  times: { q: string; ms: number; beforeMs?: number }[];
  totalIndexSize: number;
}

/** @returns whether the target was met. */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { orders: { type: 'string', default: '50000' }, searches: { type: 'string', default: '300' } },
  });
  let uri = '';
  return withLoneService(
    {
      service: 'cart-order',
      name: 'bench-orders',
      fill: (_, { env }) => {
        uri = env!['MONGODB_URI']!;
        return execa(process.execPath, [PROGRAM, uri, 'fill', values.orders]);
      },
    },
    async ({ url, cookie }) => {
      const { stdout } = await execa(process.execPath, [
        PROGRAM,
        uri,
        'ask',
        values.orders,
        values.searches,
        url,
        cookie,
      ]);
      return report(JSON.parse(stdout) as Figures);
    },
  );
}

/** @returns whether the target was met. */
function report({ times, totalIndexSize }: Figures): boolean {
  const at = (all: readonly number[], share: number) =>
    all.toSorted((one, other) => one - other)[Math.floor(share * (all.length - 1))]!;
  const now = times.map(({ ms }) => ms);
  const before = times.flatMap(({ beforeMs }) => beforeMs ?? []);
  const p95 = at(now, 0.95);
  const longest = times.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
  console.log(
    [
      `${times.length} searches by HTTP: median ${inMs(at(now, 0.5))}, p95 ${inMs(p95)} (at most ${MAX_P95_MS}), longest ${inMs(at(now, 1))}`,
      `${before.length} of them by the query of before alone: median ${inMs(at(before, 0.5))}, p95 ${inMs(at(before, 0.95))}, longest ${inMs(at(before, 1))}; ` +
        `its p95 is ${(at(before, 0.95) / p95).toFixed(1)} times as long`,
      `longest: ${longest.map(({ q, ms }) => `“${q}” ${inMs(ms)}`).join(', ')}`,
      `all indexes of the orders: ${(totalIndexSize / 2 ** 20).toFixed(0)} MB`,
    ].join('\n'),
  );
  return p95 <= MAX_P95_MS;
}
