import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ROOT } from '../config.ts';
import { readinessOf, SERVICES, withDatabase } from './programs.ts';

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

describe('readinessOf', () => {
  it.each([
    [200, { ready: true, pid: 7 }, { ready: true }],
    [200, { ready: true, degraded: 'rabbitmq: refused' }, { ready: true, why: 'degraded: rabbitmq: refused' }],
    [200, { ready: true, pid: 8 }, { ready: false, why: 'another process answers' }],
    [503, { ready: false, why: 'mongodb: connecting' }, { ready: false, why: 'mongodb: connecting' }],
    [502, {}, { ready: false, why: 'answers 502' }],
  ])('reads an answer %i %j', async (status, body, expected) => {
    const server = http.createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await readinessOf(`http://127.0.0.1:${port}/health/ready`, 7)).toEqual(expected);
    server.close();
  });
});

describe('the migrations of a service', () => {
  it.each(SERVICES.map(({ name, folder }) => ({ name, folder })))('are all listed for $name', ({ folder }) => {
    const migrations = path.join(ROOT, folder, 'src/migrations');
    const list = fs.readFileSync(path.join(migrations, 'index.ts'), 'utf8');
    const files = fs.globSync('[0-9]*.ts', { cwd: migrations, exclude: ['*.spec.ts'] });
    expect(files.filter((file) => !list.includes(`./${file}`))).toEqual([]);
    for (const main of ['main.ts', 'migrate.ts']) {
      expect(fs.readFileSync(path.join(ROOT, folder, 'src', main), 'utf8')).toContain('config, migrations });');
    }
  });
});
