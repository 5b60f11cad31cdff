import type { z } from 'zod';
import { zocker } from 'zocker';

/**
 * A valid value of a contract's schema, the same in every run and with every optional field: for an input's schema
 * what a client sends, for an answer's what a service answers. `given` replaces fields at the top.
 *
 * What cannot be made up from types and limits alone (a state of India, a name by a rule) carries its example in the
 * contract: `.meta({ examples: ['Rajasthan'] })`.
 */
export function fixtureOf<Schema extends z.ZodType>(
  schema: Schema,
  given: Partial<z.input<Schema>> = {},
): z.output<Schema> {
  const made = make(schema);
  const isObject = typeof made === 'object' && made !== null && !Array.isArray(made);
  return schema.parse(isObject ? { ...made, ...given } : made);
}

/** As full as can be, and no longer than need be. */
const begin = (schema: z.ZodType) =>
  zocker(schema)
    .setSeed(1)
    .number({ extreme_value_chance: 0 })
    .optional({ undefined_chance: 0 })
    .nullable({ null_chance: 0 })
    .default({ default_chance: 0 })
    .array({ min: 1, max: 1 })
    .record({ min: 1, max: 1 })
    .object({ generate_extra_keys: false });

const make = (schema: z.ZodType): unknown => withExamples(begin(schema), schema).generate();

/** Supplies the examples of a schema's pieces, and what zocker has no generator for. */
function withExamples(maker: ReturnType<typeof begin>, schema: z.ZodType): ReturnType<typeof begin> {
  let supplied = maker;
  const seen = new Set<unknown>();
  const visit = (piece: z.ZodType) => {
    if (seen.has(piece)) return;
    seen.add(piece);
    const examples = piece.meta()?.['examples'];
    if (Array.isArray(examples)) {
      supplied = supplied.supply(piece, () => examples[0] as never);
      return;
    }
    if (piece.def.type === 'prefault') {
      const { innerType } = piece.def as unknown as { innerType: z.ZodType };
      supplied = supplied.supply(piece, () => make(innerType) as never);
      return;
    }
    for (const inner of piecesOf(piece)) visit(inner);
  };
  visit(schema);
  return supplied;
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && 'safeParse' in value;

/** The schemas that a schema is made of: fields, elements, options, what it wraps. */
function piecesOf(schema: z.ZodType): z.ZodType[] {
  return Object.values(schema.def as object).flatMap((part: unknown): z.ZodType[] => {
    if (isSchema(part)) return [part];
    if (Array.isArray(part)) return part.filter(isSchema);
    if (typeof part === 'object' && part !== null) return Object.values(part).filter(isSchema);
    return [];
  });
}
