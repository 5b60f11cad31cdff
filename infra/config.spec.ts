import { describe, expect, it } from '@jest/globals';
import { parseConfig } from './config.ts';

describe('configuration of the runner', () => {
  it('needs no variable at all', () => {
    expect(parseConfig({})).toMatchObject({ SHOP_PORT_BASE: 4400, HOST: '127.0.0.1' });
  });

  it('takes an empty variable for an absent one', () => {
    expect(parseConfig({ SHOP_PORT_BASE: '', MONGODB_URI: '' }).MONGODB_URI).toBeUndefined();
  });

  it('lists every bad variable at once', () => {
    const bad = { SHOP_PORT_BASE: '80', MONGODB_URI: 'http://here', ADMIN_EMAIL: 'nobody' };
    expect(() => parseConfig(bad)).toThrow(/SHOP_PORT_BASE[^]*MONGODB_URI[^]*ADMIN_EMAIL/);
  });

  it("takes the address of a replica set's three hosts", () => {
    const MONGODB_URI = 'mongodb://a:1,b:2,c:3/?replicaSet=shop';
    expect(parseConfig({ MONGODB_URI })).toMatchObject({ MONGODB_URI });
  });
});
