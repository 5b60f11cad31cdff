import amqp from 'amqplib';
import { execa } from 'execa';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { machineEnvironment } from '../config.ts';
import { privateFolder } from '../run/files.ts';
import type { Program } from '../run/process.ts';
import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';
import { type Access, asOperator, rabbitmqDefinitions } from './users.ts';

// Debian's `rabbitmq-server` on the PATH is a wrapper that switches to a user who cannot write into the project's folder, so
// the library's script comes first. Homebrew has no wrapper.
const SERVER = ['/usr/lib/rabbitmq/bin/rabbitmq-server', 'rabbitmq-server'];
const NODE_NAME = 'shop@localhost';
const LOOPBACK_ONLY = '-kernel inet_dist_use_interface {127,0,0,1}';

export interface RabbitmqPlace {
  program: string;
  port: number;
  /** For Erlang distribution, which `rabbitmqctl` uses. */
  distributionPort: number;
  /** Erlang's port mapper; one per copy of the shop, so that copies may share a node name. */
  epmdPort: number;
  data: string;
  log: string;
}

/** Installs RabbitMQ when the machine has none. @throws CannotProvide */
export async function provideRabbitmq(): Promise<string> {
  const found = findProgram(...SERVER);
  if (found) return found;
  const why = await aptInstall(['rabbitmq-server']);
  const installed = findProgram(...SERVER);
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('RabbitMQ', { debian: 'rabbitmq-server', macos: 'rabbitmq' })}\n  (${why})`);
}

/**
 * Erlang's port mapper in the foreground. Otherwise RabbitMQ starts one in the background, on all interfaces, that outlives
 * it.
 */
export function epmd(place: RabbitmqPlace): Program {
  const beside = path.dirname(fs.realpathSync(place.program));
  return {
    name: 'epmd',
    command: findProgram('epmd', path.join(beside, 'epmd')) ?? 'epmd',
    args: ['-port', String(place.epmdPort), '-address', '127.0.0.1'],
    cwd: path.dirname(place.log),
    port: place.epmdPort,
    env: machineEnvironment(),
    log: path.join(path.dirname(place.log), 'epmd.log'),
    ready: () => portAnswers(place.epmdPort),
  };
}

/** For the operator, where the server has users. */
export const rabbitmqUrl = (port: number, access?: Access): string => asOperator(`amqp://127.0.0.1:${port}`, access);

/** RabbitMQ on loopback; needs `epmd` running. With `access` it gets the users of the shop at each start. */
export function rabbitmqServer(place: RabbitmqPlace, access?: Access): Program {
  privateFolder(place.data);
  const definitions = path.join(place.data, 'definitions.json');
  if (access) fs.writeFileSync(definitions, JSON.stringify(rabbitmqDefinitions(access)), { mode: 0o600 });
  const settings = path.join(place.data, 'rabbitmq.conf');
  fs.writeFileSync(
    settings,
    [
      `listeners.tcp.default = 127.0.0.1:${place.port}`,
      // Publishers are blocked below this much free disk and above this much memory.
      'disk_free_limit.absolute = 50MB',
      'vm_memory_high_watermark.absolute = 1GB',
      ...(access ? [`load_definitions = ${definitions}`] : []),
      'log.console = true',
      'log.console.level = info',
      'log.file = false',
      '',
    ].join('\n'),
  );
  fs.writeFileSync(path.join(place.data, 'enabled_plugins'), '[].\n');
  return {
    name: 'rabbitmq',
    command: place.program,
    args: [],
    cwd: place.data,
    port: place.port,
    url: rabbitmqUrl(place.port, access),
    env: {
      ...environment(place),
      RABBITMQ_CONFIG_FILE: settings,
      RABBITMQ_MNESIA_BASE: path.join(place.data, 'mnesia'),
      RABBITMQ_LOG_BASE: path.join(place.data, 'log'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(place.data, 'enabled_plugins'),
      RABBITMQ_GENERATED_CONFIG_DIR: path.join(place.data, 'generated'),
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(place.port),
      RABBITMQ_DIST_PORT: String(place.distributionPort),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `${LOOPBACK_ONLY} +S 2:2`,
      // Makes the script exec the server instead of staying its parent.
      RUNNING_UNDER_SYSTEMD: 'true',
    },
    log: place.log,
    after: ['epmd'],
    ready: () => rabbitmqAnswers(rabbitmqUrl(place.port, access)),
    readyWithinMs: 120_000,
  };
}

/**
 * Runs `rabbitmqctl` against our running server, as in `rabbitmqctl(place, 'list_queues')`; takes one to two seconds.
 *
 * @returns its output
 */
export async function rabbitmqctl(place: RabbitmqPlace, ...args: string[]): Promise<string> {
  const program = path.join(path.dirname(fs.realpathSync(place.program)), 'rabbitmqctl');
  const done = await execa(program, ['--quiet', ...args], {
    extendEnv: false,
    env: { ...environment(place), RABBITMQ_CTL_ERL_ARGS: LOOPBACK_ONLY },
    stdin: 'ignore',
  });
  return done.stdout;
}

/** Creates a virtual host unless it exists, with all permissions for `guest`. @returns its address */
export async function addVirtualHost(place: RabbitmqPlace, name: string): Promise<string> {
  await rabbitmqctl(place, 'add_vhost', name);
  await rabbitmqctl(place, 'set_permissions', '-p', name, 'guest', '.*', '.*', '.*');
  return `amqp://127.0.0.1:${place.port}/${encodeURIComponent(name)}`;
}

/** Removes a virtual host with everything in it. */
export async function removeVirtualHost(place: RabbitmqPlace, name: string): Promise<void> {
  await rabbitmqctl(place, 'delete_vhost', name);
}

/** @returns why the RabbitMQ at `url` accepts no connection, or undefined */
export async function rabbitmqAnswers(url: string): Promise<string | undefined> {
  try {
    const connection = await amqp.connect(url, { timeout: 5000 });
    await connection.close();
    return undefined;
  } catch (error) {
    return `RabbitMQ does not answer: ${(error as Error).message}`;
  }
}

function environment(place: RabbitmqPlace): Record<string, string> {
  return {
    ...machineEnvironment(),
    // Erlang stores the cookie that authenticates rabbitmqctl under HOME.
    HOME: place.data,
    ERL_EPMD_PORT: String(place.epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: NODE_NAME,
    // Ignores the settings of the machine's own RabbitMQ.
    RABBITMQ_CONF_ENV_FILE: path.join(place.data, 'rabbitmq-env.conf'),
  };
}

function portAnswers(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error) => resolve(error.message));
  });
}
