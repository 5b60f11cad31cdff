import type { JsonSchema } from './snapshot.ts';

/** A place where values that were valid no longer are. */
export interface Narrowing {
  /** `address.pincode`, `items[].price`; empty for the whole. */
  field: string;
  what: string;
}

/**
 * Direction of values through a schema.
 * - `input`: others write, we read. Every value that was accepted must still be accepted and read.
 * - `output`: we write, others read. Every value must be one they know; they ignore unknown fields.
 */
export type Direction = 'input' | 'output';

interface Side {
  schema: JsonSchema;
  root: JsonSchema;
}

/** Places where `next` breaks `released`; empty when it is compatible. */
export function narrowings(released: JsonSchema, next: JsonSchema, direction: Direction): Narrowing[] {
  const before = { schema: released, root: released };
  const after = { schema: next, root: next };
  // Every value of `from` must fit `to`.
  const [from, to] = direction === 'input' ? [before, after] : [after, before];
  return compare(from, to, '', direction, new Set());
}

type Bound =
  'minimum' | 'exclusiveMinimum' | 'minLength' | 'minItems' | 'maximum' | 'exclusiveMaximum' | 'maxLength' | 'maxItems';
const LOWER: readonly Bound[] = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const UPPER: readonly Bound[] = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

function compare(
  fromSide: Side,
  toSide: Side,
  field: string,
  direction: Direction,
  seen: ReadonlySet<string>,
): Narrowing[] {
  const from = resolve(fromSide);
  const to = resolve(toSide);
  // A recursive schema is compared once.
  const pair = `${fromSide.schema.$ref}|${toSide.schema.$ref}`;
  if (fromSide.schema.$ref !== undefined && toSide.schema.$ref !== undefined) {
    if (seen.has(pair)) return [];
  }
  const within = new Set([...seen, pair]);
  const again = (inner: unknown, outer: unknown, at: string) =>
    compare(
      { schema: inner as JsonSchema, root: fromSide.root },
      { schema: outer as JsonSchema, root: toSide.root },
      at,
      direction,
      within,
    );

  if (isAnything(to)) return [];
  const fromOptions = optionsOf(from);
  if (fromOptions) return fromOptions.flatMap((option) => again(option, to, field));
  const toOptions = optionsOf(to);
  if (toOptions) {
    const attempts = toOptions.map((option) => again(from, option, field));
    if (attempts.some((attempt) => attempt.length === 0)) return [];
    // The closest alternative explains the difference best.
    const alike = attempts.filter(
      (_, index) => typeOf(resolve({ schema: toOptions[index]!, root: toSide.root })) === typeOf(from),
    );
    const [closest] = alike.sort((one, other) => one.length - other.length);
    return (
      closest ?? [{ field, what: says(direction, `no longer takes ${describe(from)}`, `may now be ${describe(from)}`) }]
    );
  }

  const fromValues = valuesOf(from);
  const toValues = valuesOf(to);
  if (toValues) {
    if (!fromValues) {
      return [
        { field, what: says(direction, `now takes only ${list(toValues)}`, `may now be other than ${list(toValues)}`) },
      ];
    }
    const missing = fromValues.filter((value) => !toValues.includes(value));
    if (missing.length === 0) return [];
    return [{ field, what: says(direction, `no longer takes ${list(missing)}`, `may now be ${list(missing)}`) }];
  }

  const fromType = typeOf(from);
  const toType = typeOf(to);
  if (toType !== undefined && fromType !== toType && !(fromType === 'integer' && toType === 'number')) {
    const [was, is] = direction === 'input' ? [fromType, toType] : [toType, fromType];
    return [{ field, what: `was ${was ?? 'anything'} and is now ${is ?? 'anything'}` }];
  }

  return [...bounds(from, to, field, direction), ...formats(from, to, field, direction), ...objects(), ...arrays()];

  function objects(): Narrowing[] {
    const fromFields = from.properties ?? {};
    const toFields = to.properties ?? {};
    const found: Narrowing[] = [];
    const at = (name: string) => (field === '' ? name : `${field}.${name}`);
    for (const name of to.required ?? []) {
      if (from.required?.includes(name)) continue;
      // A removed field of an output is reported below.
      if (direction === 'output' && !(name in fromFields)) continue;
      found.push({ field: at(name), what: says(direction, 'is now required', 'is no longer always there') });
    }
    for (const [name, schema] of Object.entries(toFields)) {
      if (name in fromFields) found.push(...again(fromFields[name], schema, at(name)));
      else if (direction === 'output') found.push({ field: at(name), what: 'was removed' });
    }
    if (direction === 'input') {
      for (const name of Object.keys(fromFields)) {
        if (!(name in toFields) && !takesMore(to)) found.push({ field: at(name), what: 'is no longer read' });
      }
    }
    if (typeof to.additionalProperties === 'object' && typeof from.additionalProperties === 'object') {
      found.push(...again(from.additionalProperties, to.additionalProperties, at('*')));
    }
    if (typeof to.propertyNames === 'object' && typeof from.propertyNames === 'object') {
      found.push(...again(from.propertyNames, to.propertyNames, at('(names)')));
    }
    return found;
  }

  function arrays(): Narrowing[] {
    const found: Narrowing[] = [];
    if (to.items !== undefined && to.items !== true && typeof from.items === 'object') {
      found.push(...again(from.items, to.items, `${field}[]`));
    }
    const [fromTuple = [], toTuple = []] = [from.prefixItems, to.prefixItems];
    toTuple.forEach((item, index) => {
      if (index < fromTuple.length) found.push(...again(fromTuple[index], item, `${field}[${index}]`));
      else found.push({ field: `${field}[${index}]`, what: says(direction, 'is now required', 'was removed') });
    });
    return found;
  }
}

function bounds(from: JsonSchema, to: JsonSchema, field: string, direction: Direction): Narrowing[] {
  const found: Narrowing[] = [];
  const check = (name: Bound, wider: (ours: number, theirs: number) => boolean) => {
    const limit = to[name];
    if (typeof limit !== 'number') return;
    const given = from[name];
    if (typeof given === 'number' && !wider(given, limit)) return;
    // JavaScript's integer limits are not part of the contract.
    if (Math.abs(limit) === Number.MAX_SAFE_INTEGER) return;
    const was = direction === 'input' ? given : limit;
    const is = direction === 'input' ? limit : given;
    found.push({ field, what: `${name} was ${was ?? 'none'} and is now ${is ?? 'none'}` });
  };
  for (const name of LOWER) check(name, (given, limit) => given < limit);
  for (const name of UPPER) check(name, (given, limit) => given > limit);
  return found;
}

function formats(from: JsonSchema, to: JsonSchema, field: string, direction: Direction): Narrowing[] {
  return (['pattern', 'format', 'multipleOf'] as const).flatMap((name) => {
    if (to[name] === undefined || to[name] === from[name]) return [];
    const [was, is] = direction === 'input' ? [from[name], to[name]] : [to[name], from[name]];
    return [{ field, what: `${name} was ${was ?? 'free'} and is now ${is ?? 'free'}` }];
  });
}

/** Resolves references and merges intersections. */
function resolve({ schema, root }: Side): JsonSchema {
  let resolved = schema;
  for (let hops = 0; resolved.$ref !== undefined && hops < 20; hops += 1) {
    const name = resolved.$ref.replace(/^#\/\$defs\//, '');
    resolved = resolved.$ref === '#' ? root : ((root.$defs?.[name] ?? {}) as JsonSchema);
  }
  if (!resolved.allOf) return resolved;
  const { allOf, ...rest } = resolved;
  const parts = [rest, ...allOf.map((part) => resolve({ schema: part as JsonSchema, root }))];
  return {
    ...(Object.assign({}, ...parts) as JsonSchema),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as JsonSchema['properties'],
    required: parts.flatMap(({ required = [] }) => required),
  };
}

const optionsOf = (schema: JsonSchema): JsonSchema[] | undefined => {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options as JsonSchema[];
  // zod represents nullables like this in some dialects.
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type }) as JsonSchema) : undefined;
};

const valuesOf = (schema: JsonSchema): unknown[] | undefined =>
  schema.const !== undefined ? [schema.const] : (schema.enum as unknown[] | undefined);

const typeOf = (schema: JsonSchema): string | undefined =>
  typeof schema.type === 'string' ? schema.type : valuesOf(schema) ? typeof valuesOf(schema)![0] : undefined;

const takesMore = (schema: JsonSchema): boolean => typeof schema.additionalProperties === 'object';

const KEYS_WITHOUT_MEANING = new Set([
  '$defs',
  '$schema',
  'id',
  '$id',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
]);
const isAnything = (schema: JsonSchema): boolean => Object.keys(schema).every((key) => KEYS_WITHOUT_MEANING.has(key));

const says = (direction: Direction, input: string, output: string): string => (direction === 'input' ? input : output);
const list = (values: unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');
const describe = (schema: JsonSchema): string =>
  valuesOf(schema) ? list(valuesOf(schema)!) : (typeOf(schema) ?? 'anything');
