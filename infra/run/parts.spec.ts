import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './parts.ts';

describe('withDatabase', () => {
  it.each([
    ['mongodb://127.0.0.1:4430/?replicaSet=shop', 'mongodb://127.0.0.1:4430/shop-catalog?replicaSet=shop'],
    ['mongodb://127.0.0.1:4430', 'mongodb://127.0.0.1:4430/shop-catalog'],
    ['mongodb://u:p@a:1,b:2/other?w=majority', 'mongodb://u:p@a:1,b:2/shop-catalog?w=majority'],
    ['mongodb+srv://cluster.example/', 'mongodb+srv://cluster.example/shop-catalog'],
  ])('names the database in %s', (uri, expected) => {
    expect(withDatabase(uri, 'shop-catalog')).toBe(expected);
  });
});
