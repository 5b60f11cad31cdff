import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { readableErrorMap } from '../src/core/error-map.ts';

const shape = z.object({
  name: z.string().min(1).max(5),
  note: z.string().min(2, 'Say a little more').optional(),
  count: z.int().min(2).max(9),
  price: z.number().positive(),
  gift: z.boolean(),
  tags: z.array(z.string()).min(1).max(2),
  place: z.object({ city: z.string() }),
  sort: z.enum(['up', 'down']),
  mail: z.email(),
  link: z.url(),
  block: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
  value: z.union([z.string(), z.object({ value: z.string() })]),
});
const right = {
  name: 'Asha',
  count: 3,
  price: 1.5,
  gift: true,
  tags: ['a'],
  place: { city: 'Jaipur' },
  sort: 'up',
  mail: 'asha@example.com',
  link: 'https://example.com',
  block: { kind: 'a' },
  value: 'x',
};
/** The message for `field` when it is `value`. */
function messageFor(field: keyof typeof right | 'note', value: unknown): string | undefined {
  const parsed = shape.safeParse({ ...right, [field]: value }, { error: readableErrorMap });
  return parsed.error?.issues[0]?.message;
}

describe('what is wrong with a field, where its contract has no words of its own', () => {
  it.each(Object.keys(right) as (keyof typeof right)[])('is that it is missing: %s', (field) => {
    expect(messageFor(field, undefined)).toBe('This is required');
    expect(messageFor(field, null)).toBe('This is required');
  });

  it.each([
    ['name', 5, 'This is not text'],
    ['name', 'Asha Rao', 'At most 5 characters'],
    ['name', '', 'This is required'],
    ['count', '3', 'This is not a number'],
    ['count', 3.5, 'This is not a whole number'],
    ['count', 1, 'At least 2'],
    ['count', 10, 'At most 9'],
    ['price', NaN, 'This is not a number'],
    ['price', 0, 'More than 0'],
    ['gift', 'yes', 'This is neither true nor false'],
    ['tags', 'a', 'This is not a list'],
    ['tags', [], 'At least 1'],
    ['tags', ['a', 'b', 'c'], 'At most 2'],
    ['place', [], 'This is not an object'],
    ['sort', 'sideways', 'One of: up, down'],
    ['mail', 'asha', 'This is not an e-mail address'],
    ['link', 'nowhere', 'This is not a web address'],
    ['block', { kind: 'c' }, 'This is not among what is possible'],
    ['value', 5, 'This is not among what is possible'],
  ] as const)('is said of %s: %p', (field, value, message) => {
    expect(messageFor(field, value)).toBe(message);
  });

  it('gives way to the words of the contract', () => {
    expect(messageFor('note', 'x')).toBe('Say a little more');
  });
});
