import type { z } from 'zod';
import { zocker } from 'zocker';

/**
 * A valid value of a contract's schema, the same in every run and with every optional field. `overrides` replaces top-level
 * fields.
 *
 * Values that cannot be generated from types and limits (a state of India) take the contract's example:
 * `.meta({ examples: ['Rajasthan'] })`.
 */
export function fixtureOf<Schema extends z.ZodType>(
  schema: Schema,
  overrides: Partial<z.input<Schema>> = {},
): z.output<Schema> {
  const value = generate(schema);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return schema.parse(isObject ? { ...value, ...overrides } : value);
}

/** Deterministic, with every optional field and collections of one element. */
const generatorOf = (schema: z.ZodType) =>
  zocker(schema)
    .setSeed(1)
    .number({ extreme_value_chance: 0 })
    .optional({ undefined_chance: 0 })
    .nullable({ null_chance: 0 })
    .default({ default_chance: 0 })
    .array({ min: 1, max: 1 })
    .record({ min: 1, max: 1 })
    .object({ generate_extra_keys: false });

const generate = (schema: z.ZodType): unknown => withExamples(generatorOf(schema), schema).generate();

/** Supplies the examples of nested schemas, and values of `prefault`, which zocker has no generator for. */
function withExamples(generator: ReturnType<typeof generatorOf>, schema: z.ZodType): ReturnType<typeof generatorOf> {
  let supplied = generator;
  const seen = new Set<unknown>();
  const visit = (nested: z.ZodType) => {
    if (seen.has(nested)) return;
    seen.add(nested);
    const examples = nested.meta()?.['examples'];
    if (Array.isArray(examples)) {
      supplied = supplied.supply(nested, () => examples[0] as never);
      return;
    }
    if (nested.def.type === 'prefault') {
      const { innerType } = nested.def as unknown as { innerType: z.ZodType };
      supplied = supplied.supply(nested, () => generate(innerType) as never);
      return;
    }
    for (const inner of nestedSchemas(nested)) visit(inner);
  };
  visit(schema);
  return supplied;
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && 'safeParse' in value;

/** Direct children of a schema: fields, elements, options, the wrapped schema. */
function nestedSchemas(schema: z.ZodType): z.ZodType[] {
  return Object.values(schema.def as object).flatMap((part: unknown): z.ZodType[] => {
    if (isSchema(part)) return [part];
    if (Array.isArray(part)) return part.filter(isSchema);
    if (typeof part === 'object' && part !== null) return Object.values(part).filter(isSchema);
    return [];
  });
}
