import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.ts';

describe('eventually', () => {
  it('answers what the probe answers once it neither throws nor says false', async () => {
    const answers = [() => false, () => Promise.reject(new Error('not yet')), () => 'there'];
    expect(await eventually(() => answers.shift()!(), { everyMs: 1 })).toBe('there');
  });

  it('says what was waited for and what the probe complained about last', async () => {
    const waiting = eventually(() => Promise.reject(new Error('3 of 4 orders')), {
      withinMs: 5,
      everyMs: 1,
      what: 'all orders being there',
    });
    await expect(waiting).rejects.toThrow('all orders being there did not come true within 5 ms: 3 of 4 orders');
  });

  it('fails when the probe only ever says false', async () => {
    await expect(eventually(() => false, { withinMs: 5, everyMs: 1 })).rejects.toThrow('the condition was false');
  });

  it('takes no probe that may answer undefined, which would count as come true', async () => {
    const found = new Map<string, string>();
    // @ts-expect-error -- `?? false` is missing
    void (() => eventually(() => found.get('order')));
    await expect(eventually(() => found.get('order') ?? false, { withinMs: 5, everyMs: 1 })).rejects.toThrow(
      'was false',
    );
  });
});
