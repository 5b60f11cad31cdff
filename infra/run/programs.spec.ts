import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../config.ts';
import { SERVICES, withDatabase } from './programs.ts';

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
