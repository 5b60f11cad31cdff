import fs from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { browserEvents, calls, errors, events, fragments } from '../src/registry.ts';
import { type Break, breaksBetween } from './compare.ts';
import { consumersOf } from './consumers.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';

const RELEASED = path.resolve(import.meta.dirname, '../released.json');

export const current = (): Snapshot => snapshotOf({ calls, events, errors, fragments, browserEvents });

/** The last released contract; undefined before the first release. */
const released = (file: string): Snapshot | undefined =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Snapshot) : undefined;

/** One line per break, with the consumers that it breaks. */
export const sentence = ({ part, field, what }: Break, consumers: readonly string[]): string =>
  `${part}: ${field === '' ? 'it' : field} ${what}${consumers.length > 0 ? ` (breaks ${consumers.join(', ')})` : ''}`;

/** Breaks of the current contract against the one released in `file`. */
export function check(file = RELEASED): string[] {
  const before = released(file);
  if (!before) return ['No contract is released yet: npm run contracts -- release'];
  return breaksBetween(before, current()).map((one) => sentence(one, consumersOf(one.part, before)));
}

/** Writes the current contract as the released one. */
export async function release(): Promise<void> {
  const options = await resolveConfig(RELEASED);
  fs.writeFileSync(RELEASED, await format(JSON.stringify(current()), { ...options, parser: 'json' }));
}
