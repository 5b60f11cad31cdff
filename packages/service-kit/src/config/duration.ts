import { z } from 'zod';

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of `250ms`, `30s`, `15m`, `24h` or `7d`; `undefined` otherwise. */
export function milliseconds(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  return match ? Math.round(Number(match[1]) * UNITS[match[2] as keyof typeof UNITS]) : undefined;
}

/** A schema for a variable such as `15m`, parsed to milliseconds. */
export function duration(fallback?: string) {
  const schema = z.string().transform((text, context) => {
    const parsed = milliseconds(text);
    if (parsed === undefined) {
      context.addIssue({ code: 'custom', message: 'Write a duration as 250ms, 30s, 15m, 24h or 7d' });
      return z.NEVER;
    }
    return parsed;
  });
  return fallback === undefined ? schema : schema.prefault(fallback);
}

/** A schema for a list such as `1s,30s,10m`, parsed to milliseconds. */
export function durations(fallback: string) {
  return z
    .string()
    .transform((text, context) => {
      const parsed = text.split(',').map(milliseconds);
      if (parsed.every((each) => each !== undefined && each > 0)) return parsed as number[];
      context.addIssue({ code: 'custom', message: 'Write durations with commas between them: 1s,30s,10m' });
      return z.NEVER;
    })
    .prefault(fallback);
}
