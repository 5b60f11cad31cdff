import { describe, expect, it } from '@jest/globals';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { z } from 'zod';
import { bodyIssues, bodySchemas } from './body-schemas.ts';

type Path = readonly (string | number)[];
interface Json {
  $ref?: string;
  $defs?: Record<string, Json>;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  maxLength?: number;
  maximum?: number;
  maxItems?: number;
}

/** A value beyond each limit of a schema, by path. */
function beyondLimits(schema: Json, path: Path = [], defs = schema.$defs ?? {}): [Path, (old: unknown) => unknown][] {
  if (schema.$ref) return beyondLimits(defs[schema.$ref.split('/').at(-1)!]!, path, defs);
  const { maxLength, maximum, maxItems } = schema;
  return [
    ...(maxLength ? [[path, () => 'x'.repeat(maxLength + 1)] as [Path, () => unknown]] : []),
    // The limit of z.int() is that of safe integers.
    ...(maximum && maximum < Number.MAX_SAFE_INTEGER ? [[path, () => maximum + 1] as [Path, () => unknown]] : []),
    ...(maxItems
      ? [[path, (old: unknown) => Array.from({ length: maxItems + 1 }, () => (old as unknown[])[0])] as const]
      : []
    ).map((entry) => entry as [Path, (old: unknown) => unknown]),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) => beyondLimits(of, [...path, name], defs)),
    ...(schema.items ? beyondLimits(schema.items, [...path, 0], defs) : []),
    ...(schema.anyOf ?? []).flatMap((one) => beyondLimits(one, path, defs)),
  ];
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

function changed(body: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const copy = structuredClone(body);
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  parent[path.at(-1)!] = change(parent[path.at(-1)!]);
  return copy;
}

describe('what staff forms check before they send', () => {
  const cases = [...bodySchemas].flatMap(([id, schema]) => {
    const body: unknown = fixtureOf(schema);
    const limits = beyondLimits(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
    return limits.filter(([path]) => at(body, path) !== undefined).map((limit) => [id, body, ...limit] as const);
  });

  it('is what the contract takes', () => {
    for (const [id, schema] of bodySchemas)
      expect([id, bodyIssues({ call: { id }, body: fixtureOf(schema) })]).toEqual([id, []]);
    expect(cases.length).toBeGreaterThan(100);
  });

  it.each(cases.map(([id, body, path, change]) => ({ id, field: path.join('.'), body, path, change })))(
    'ends at the limit of the contract: $id, $field',
    ({ id, field, body, path, change }) => {
      const issues = bodyIssues({ call: { id }, body: changed(body, path, change) });
      expect(issues.map((issue) => issue.path)).toContain(field);
      // In plain words.
      for (const { message } of issues) expect(message).not.toMatch(/^(Invalid|Too)\b/);
    },
  );

  it('says of a call without a schema that it is missing', () => {
    expect(() => bodyIssues({ call: { id: 'catalog.unknown' }, body: {} })).toThrow('catalog.unknown is missing');
  });
});
