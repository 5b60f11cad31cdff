import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CheckedAudit, ShopAudit } from './shop-audit.ts';

const TOKEN = 'a-token-of-this-test';
const DIGEST = 'a'.repeat(64);

// Identity is a server here; what it answers is tested in services/identity.
describe('npm run audit', () => {
  let server: http.Server;
  let audit: ShopAudit;
  let asked: (string | undefined)[];
  let faults: CheckedAudit['faults'];

  beforeEach(async () => {
    asked = [];
    faults = [];
    server = http.createServer((request, response) => {
      if (request.headers['x-service-token'] !== TOKEN) return void response.writeHead(404).end();
      const query = new URL(request.url!, 'http://identity').searchParams;
      asked.push(query.get('after') ?? undefined);
      if (query.get('kept') === 'nonsense') return void response.writeHead(400).end('{}');
      const isFirst = query.get('after') === '0';
      const end = { next: null, head: { seq: 1_002, digest: DIGEST }, waiting: 3 };
      const part = isFirst ? { next: 1_000, head: null, waiting: 0 } : end;
      response.end(JSON.stringify({ faults: isFirst ? [] : faults, checked: isFirst ? 1_000 : 2, ...part }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    audit = new ShopAudit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOKEN);
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('asks part by part, and says that all is as it was, with the head to keep', async () => {
    const found = await audit.check();
    expect(asked).toEqual(['0', '1000']);
    expect(ShopAudit.textOf(found)).toBe(
      `1002 sealed entries are as they were recorded, 3 not sealed yet.\nHead: 1002:${DIGEST}`,
    );
  });

  it('names what is wrong', async () => {
    faults = [{ seq: 17, entryId: 'e1', text: 'was removed' }, { text: 'The head of the chain was changed' }];
    expect(ShopAudit.textOf(await audit.check()).split('\n')).toEqual([
      'The audit trail is not as it was recorded (1002 seals, 3 not sealed yet):',
      '  17      entry e1 was removed',
      '  The head of the chain was changed',
    ]);
  });

  it('says how a head is written', async () => {
    await expect(audit.check('nonsense')).rejects.toThrow('A head is a number, a colon and 64 hexadecimal digits');
  });
});
