import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rspack } from '@rspack/core';
import { serviceConfig } from './service.ts';

// A small service, inside the repository so that libraries can be resolved.
const folder = path.resolve(import.meta.dirname, '../../../.cache');
const MAIN = `
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import mongoose from 'mongoose';

@Injectable()
class PriceOfGold {}

@Injectable()
class Shop {
  constructor(readonly price: PriceOfGold) {}
}

@Module({ providers: [PriceOfGold, Shop] })
class AppModule {}

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const connection = mongoose.createConnection();
console.log(app.get(Shop).price.constructor.name, connection.readyState);
await app.close();
throw new Error('to see where');
`;

let root: string;
beforeAll(async () => {
  fs.mkdirSync(folder, { recursive: true });
  root = fs.mkdtempSync(path.join(folder, 'service-build-'));
  fs.mkdirSync(path.join(root, 'src/demo-data'), { recursive: true });
  fs.writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }');
  fs.writeFileSync(path.join(root, 'src/main.ts'), MAIN);
  fs.writeFileSync(path.join(root, 'src/demo-data/main.ts'), `console.log('demo data' satisfies string);`);
  fs.writeFileSync(path.join(root, 'src/migrate.ts'), `console.log('migrated' satisfies string);`);
  const compiler = rspack(serviceConfig(root));
  const errors = await new Promise<unknown[]>((resolve, reject) => {
    compiler.run((error, stats) =>
      error ? reject(error) : resolve(stats?.toJson({ all: false, errors: true }).errors ?? []),
    );
  });
  await new Promise((resolve) => compiler.close(resolve));
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const run = (file: string) =>
  spawnSync(process.execPath, ['--enable-source-maps', path.join(root, 'dist', file)], { encoding: 'utf8' });

describe('the bundle of a service', () => {
  it('starts, injects by type, keeps the names of classes, and takes mongoose from node_modules', () => {
    expect(run('main.js').stdout).toBe('PriceOfGold 0\n');
  });

  it('names the line of our own source in a stack', () => {
    expect(run('main.js').stderr).toMatch(/src\/main\.ts:\d+/);
  });

  it('carries no source map of libraries, which Node would read at the first error', () => {
    const files = fs.readdirSync(path.join(root, 'dist'));
    expect(files).toEqual(expect.arrayContaining(['main.js', 'main.js.map', 'libraries.js']));
    expect(files).not.toContain('libraries.js.map');
  });

  it('brings the demo data as a program of its own', () => {
    expect(run('demo-data.js').stdout).toBe('demo data\n');
  });

  it('brings the migrations as a program of its own', () => {
    expect(run('migrate.js').stdout).toBe('migrated\n');
  });
});
