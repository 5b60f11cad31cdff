import { describe, expect, it } from '@jest/globals';
import { pieces } from '@shop/demo-data/pieces.ts';
import { plan } from './plan.ts';

describe('the plan of the photographs', () => {
  it('shows every piece in its own metal from its best side and close up, each under a name of its own', () => {
    const names = plan().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const view of ['quarter', 'detail']) {
      expect(names.filter((name) => name.endsWith(view))).toHaveLength(pieces().length);
    }
  });

  it('takes two pieces of one kind from different models, so that no two products have the same picture', () => {
    const models = plan()
      .filter(({ view }) => view === 'quarter')
      .map(({ model }) => JSON.stringify(model));
    expect(new Set(models).size).toBe(models.length);
  });
});
