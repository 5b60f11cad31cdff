import fs from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { browserEvents, calls, errors, events, fragments } from '../src/registry.ts';
import { type Break, breaksBetween } from './compare.ts';
import { consumersOf } from './consumers.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';

const RELEASED = path.resolve(import.meta.dirname, '../released.json');

export const current = (): Snapshot => snapshotOf({ calls, events, errors, fragments, browserEvents });

/** The last released contract; none before the first release. */
const released = (file: string): Snapshot | undefined =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Snapshot) : undefined;

/** One line per break, with who does not survive it. */
export const sentence = ({ part, field, what }: Break, consumers: readonly string[]): string =>
  `${part}: ${field === '' ? 'it' : field} ${what}${consumers.length > 0 ? ` (breaks ${consumers.join(', ')})` : ''}`;

/** What is wrong with the contract as it is now, measured against the one released in `file`. */
export function check(file = RELEASED): string[] {
  const before = released(file);
  if (!before) return ['No contract was released yet: npm run contracts -- release'];
  return breaksBetween(before, current()).map((one) => sentence(one, consumersOf(one.part, before)));
}

/** Makes the contract of now the released one. */
export async function release(): Promise<void> {
  const options = await resolveConfig(RELEASED);
  fs.writeFileSync(RELEASED, await format(JSON.stringify(current()), { ...options, parser: 'json' }));
}
