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

  it('takes load balancers by address and network, and a certificate with its key', () => {
    const given = {
      TRUSTED_PROXIES: '10.1.2.3, 10.0.0.0/8,2001:db8::/32',
      TLS_CERTIFICATE: '/a.pem',
      TLS_KEY: '/b.pem',
    };
    expect(parseConfig(given)).toMatchObject({
      ...given,
      TRUSTED_PROXIES: ['10.1.2.3', '10.0.0.0/8', '2001:db8::/32'],
    });
    expect(parseConfig({})).toMatchObject({ TRUSTED_PROXIES: [] });
  });

  it.each([
    [{ TRUSTED_PROXIES: 'balancer.example' }, /TRUSTED_PROXIES.*list of addresses/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES/],
    [{ TLS_CERTIFICATE: '/a.pem' }, /TLS_KEY: is missing/],
    [{ TLS_KEY: '/a.pem' }, /TLS_CERTIFICATE: is missing/],
    [{ TLS_CERTIFICATE: 'a.pem', TLS_KEY: '/b.pem' }, /TLS_CERTIFICATE: must be the full path/],
    [{ SHOP_URL: 'ftp://shop.example' }, /SHOP_URL/],
  ])('refuses %j and says why', (environment, message) => {
    expect(() => parseConfig(environment)).toThrow(message);
  });

  it("takes the address of a replica set's three hosts", () => {
    const MONGODB_URI = 'mongodb://a:1,b:2,c:3/?replicaSet=shop';
    expect(parseConfig({ MONGODB_URI })).toMatchObject({ MONGODB_URI });
  });
});
