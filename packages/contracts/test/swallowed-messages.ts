import type { z } from 'zod';

interface Check {
  _zod: { def: { check: string; error?: unknown; abort?: boolean } };
}
interface Def {
  error?: (issue: object) => unknown;
  checks?: Check[];
  shape?: Record<string, z.ZodType>;
  [inner: string]: unknown;
}

/** Issue codes of the checks that limit a value. */
const CODES: Record<string, string> = {
  less_than: 'too_big',
  max_length: 'too_big',
  max_size: 'too_big',
  greater_than: 'too_small',
  min_length: 'too_small',
  min_size: 'too_small',
};

/**
 * Limits inside `schema` whose violation is reported with the message of their schema: zod gives a schema's own message to all of
 * its checks that have none. Answered as paths with the check: `.name max_length`.
 */
export function swallowed(schema: z.ZodType, path = ''): string[] {
  const def = schema._zod.def as unknown as Def;
  const own = (def.checks ?? [])
    .filter((check) => CODES[check._zod.def.check] && !check._zod.def.error)
    .filter((check) => def.error?.({ code: CODES[check._zod.def.check], input: 'x' }) !== undefined)
    .map((check) => `${path} ${check._zod.def.check}`);
  const inner = Object.entries(def).flatMap(([key, value]) => {
    if (key === 'shape') return Object.entries(def.shape!).map(([field, part]) => [`${path}.${field}`, part] as const);
    const parts = Array.isArray(value) ? value : [value];
    return parts.filter(isSchema).map((part) => [key === 'element' ? `${path}.*` : path, part] as const);
  });
  return [...own, ...inner.flatMap(([at, part]) => swallowed(part, at))];
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value;
