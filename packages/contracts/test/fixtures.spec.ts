import { describe, expect, it } from '@jest/globals';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { address, calls, events, groupCode } from '../src/index.ts';

describe('fixtures', () => {
  it('can be made of every input, answer and event that is declared', () => {
    const impossible = [
      ...calls.flatMap((call) =>
        (['params', 'query', 'body', 'answer'] as const).map((place) => [`${call.id} ${place}`, call[place]] as const),
      ),
      ...events.map((event) => [event.name, event.data] as const),
    ].flatMap(([name, schema]) => {
      if (!schema) return [];
      try {
        fixtureOf(schema);
        return [];
      } catch (error) {
        return [
          `${name}: ${error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 200) : String(error)}`,
        ];
      }
    });
    expect(impossible).toEqual([]);
  });

  it('are the same in every run, and take what is given', () => {
    expect(fixtureOf(groupCode)).toBe('AR-1042');
    expect(fixtureOf(address, { name: 'Ravi' })).toMatchObject({ name: 'Ravi', state: 'Rajasthan' });
    const { body } = calls.find((call) => call.body)!;
    expect(fixtureOf(body)).toEqual(fixtureOf(body));
  });
});
