import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { parseConfig, ROOT } from '../config.ts';
import { nginxConf } from '../edge/nginx.conf.ts';
import { portsFrom } from '../ports.ts';
import { gateway, services, shell, type Setting } from './programs.ts';

const load = async <Module>(file: string): Promise<Module> => (await import(path.join(ROOT, file))) as Module;
interface Duration {
  parse(value: undefined): number;
}

const msOf = (text: string): number => Number(/^(\d+)s$/.exec(text)![1]) * 1_000;
const { STOP_NOTICE, SHUTDOWN_LIMIT } = parseConfig({});
const notice = msOf(STOP_NOTICE);
const limit = msOf(SHUTDOWN_LIMIT);

it('is one notice and one limit, in every part and in the runner', async () => {
  const kit = await load<{ processVariables: Record<string, Duration> }>('packages/service-kit/src/config/config.ts');
  const ofShell = await load<{ parseConfig(environment: Record<string, string>): Record<string, unknown> }>(
    'shell/src/server/config.ts',
  );
  const least = {
    PORT: '1',
    STORAGE_URL: 'file:///frontends',
    SHELL_VERSION: '1',
    GATEWAY_URL: 'http://gateway',
    SERVICE_TOKEN: 'sixteen characters',
    SHOP_URL: 'http://shop',
    REMOTES_ORIGINS: '{}',
  };
  const times = { STOP_NOTICE: notice, SHUTDOWN_LIMIT: limit };
  expect(ofShell.parseConfig(least)).toMatchObject(times);
  const { processVariables } = kit;
  expect({
    STOP_NOTICE: processVariables['STOP_NOTICE']!.parse(undefined),
    SHUTDOWN_LIMIT: processVariables['SHUTDOWN_LIMIT']!.parse(undefined),
  }).toEqual(times);
});

it('finishes the longest call of the contracts', async () => {
  const { calls } = await load<{ calls: { timeoutMs?: number }[] }>('packages/contracts/src/index.ts');
  const longest = Math.max(...calls.map(({ timeoutMs = 0 }) => timeoutMs));
  expect(longest).toBeGreaterThan(5_000);
  expect(limit).toBeGreaterThan(longest);
  const conf = nginxConf({
    ports: portsFrom(4400),
    listen: [],
    hosts: [],
    remotes: [],
    folder: '/',
    brotliModules: [],
  });
  expect(msOf(/worker_shutdown_timeout (\w+);/.exec(conf)![1]!)).toBeGreaterThan(longest);
});

it('lets a part end by itself before anybody kills it', () => {
  const access = { operator: '', parts: {}, mongodbKey: '' };
  const setting = {
    config: parseConfig({ STOP_NOTICE: '7s', SHUTDOWN_LIMIT: '90s' }),
    ports: portsFrom(4400),
    infrastructure: { mongodb: 'mongodb://a', rabbitmq: 'amqp://a', redis: 'redis://a' },
    secrets: {
      access,
      admin: {},
      providers: {},
      serviceToken: '',
      identitySecret: '',
      auditKey: '',
      authenticatorKey: '',
      orderLinkKey: '',
    },
  } as unknown as Setting;
  const parts = [...services(setting), gateway(setting), shell(setting, { version: '1', folder: '/', reload: false })];
  for (const { name, env, stoppedWithinMs } of parts) {
    expect([name, env]).toEqual([name, expect.objectContaining({ STOP_NOTICE: '7s', SHUTDOWN_LIMIT: '90s' })]);
    expect([name, stoppedWithinMs! > 97_000]).toEqual([name, true]);
  }
  const { services: containers } = parse(fs.readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8'), {
    merge: true,
    // Our own file has many.
    maxAliasCount: -1,
  }) as { services: Record<string, { image?: string; stop_grace_period: string }> };
  const ours = Object.entries(containers).filter(([, { image }]) => image?.startsWith('shop/'));
  for (const [name, { stop_grace_period: grace }] of ours)
    expect([name, msOf(grace) > notice + limit]).toEqual([name, true]);
});
