import { describe, expect, it } from '@jest/globals';
import { pieces } from '@shop/demo-data/catalogue.ts';
import { plan } from './plan.ts';

describe('the plan of the photographs', () => {
  it('shows every piece in its own metal from its best side and close up, each under a name of its own', () => {
    const names = plan().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { group, design, position } of pieces()) {
      for (const view of ['quarter', 'detail']) expect(names).toContain(`${group}-${design.tones[position]}-${view}`);
    }
  });

  it('shows every group once on a display form, in its first metal', () => {
    const worn = plan().flatMap((shot) => ('view' in shot && shot.view === 'worn' ? [shot.name] : []));
    const wanted = pieces().flatMap(({ group, design, position }) =>
      position === 0 ? [`${group}-${design.tones[0]}-worn`] : [],
    );
    expect(worn.toSorted()).toEqual(wanted.toSorted());
  });

  it('begins with one photograph of every group, and shows every kind in a scene', () => {
    const groups = new Set(pieces().map(({ group }) => group));
    const first = plan().slice(0, groups.size);
    expect(new Set(first.map(({ name }) => name.slice(0, 'AR-1001'.length)))).toEqual(groups);
    const scenes = plan().flatMap((shot) => ('scene' in shot ? [shot.name] : []));
    for (const category of ['rings', 'bracelets', 'bangles', 'necklaces', 'pendants', 'earrings']) {
      expect(scenes).toContain(`category-${category}`);
    }
    expect(scenes.filter((name) => name.startsWith('scene-home-'))).toHaveLength(4);
  });

  it('takes two pieces of one kind from different models, so that no two products have the same picture', () => {
    const models = plan().flatMap((shot) =>
      'view' in shot && shot.view === 'quarter' ? [JSON.stringify(shot.model)] : [],
    );
    expect(new Set(models).size).toBe(models.length);
  });
});
