import type { DeadLetterDetails } from './dead-letters.ts';
import type { OutboxLag, QueueLag } from './shop-events.ts';

export const queueTable = (queues: QueueLag[]): string =>
  table(queues, {
    queue: ({ queue }) => queue,
    waiting: ({ waiting }) => String(waiting ?? 'no such queue'),
    consumers: ({ consumers }) => String(consumers),
    dead: ({ dead }) => String(dead),
  });

export const outboxTable = (outboxes: OutboxLag[]): string =>
  table(outboxes, {
    outbox: ({ service }) => service,
    waiting: ({ waiting }) => String(waiting),
    oldest: ({ waiting, oldestMs }) => (waiting > 0 ? timeSpan(oldestMs) : ''),
    retained: ({ retained }) => String(retained),
  });

export const deadLetterTable = (letters: DeadLetterDetails[]): string =>
  table(letters, {
    handler: ({ queue }) => queue,
    event: ({ name }) => name || '?',
    id: ({ eventId }) => eventId || '?',
    key: ({ key }) => key || '?',
    failures: ({ failures }) => String(failures),
    'dead-lettered': ({ failedAt }) => (failedAt ? `${timeSpan(Date.now() - Date.parse(failedAt))} ago` : ''),
    reason: ({ reason }) => (reason || 'unknown').split('\n')[0]!.slice(0, 100),
  });

/** Rows as aligned columns with headings. */
export function table<Row>(rows: Row[], columns: Record<string, (row: Row) => string>): string {
  const lines = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))];
  const widths = Object.keys(columns).map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A time span in its two largest units: `3 d 4 h`, `12 s`. */
export function timeSpan(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ] as const;
  let left = Math.max(0, ms);
  const parts: string[] = [];
  for (const [name, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.slice(0, 2).join(' ') || 'under 1 s';
}
