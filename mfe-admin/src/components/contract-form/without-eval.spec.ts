import { expect, it } from '@jest/globals';

it('staff forms validate without eval, which the policy of pages forbids', async () => {
  const compiled: unknown[] = [];
  const original = globalThis.Function;
  globalThis.Function = new Proxy(original, {
    construct(target, code: string[]) {
      compiled.push(code);
      return Reflect.construct(target, code) as object;
    },
  });
  try {
    const { bodyIssues } = await import('./body-schemas.ts');
    expect(bodyIssues({ call: { id: 'content.change-brand' }, body: { name: '' } })).toHaveLength(1);
  } finally {
    globalThis.Function = original;
  }
  expect(compiled).toEqual([]);
});
