import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, readConfig, ROOT, RUN_FOLDER } from '../../infra/config.ts';
import { type Ports, portsFrom } from '../../infra/ports.ts';
import { readJson } from '../../infra/run/files.ts';
import type { ShopState } from '../../infra/run/state.ts';

/** A whole shop as `npm start` starts it, frontends and edge included, with servers and data of its own. */
export interface WholeShop {
  state: ShopState;
  ports: Ports;
  /** Runs one of the shop's commands on it, e.g. `demo-data.ts`. */
  command(script: string, ...args: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** @param options `name` is its folder under `.run`; `environment` goes to all parts */
export async function startWholeShop({
  name,
  portOffset,
  environment = {},
}: {
  name: string;
  portOffset: number;
  environment?: Record<string, string>;
}): Promise<WholeShop> {
  const folder = path.join(RUN_FOLDER, name);
  const ports = portsFrom(readConfig().SHOP_PORT_BASE + portOffset);
  const command = async (script: string, ...args: string[]) => {
    await execa(process.execPath, [path.join(ROOT, 'infra/run', script), ...args], {
      cwd: ROOT,
      extendEnv: false,
      env: { ...machineEnvironment(), ...environment, SHOP_PORT_BASE: String(ports.edge), SHOP_RUN_FOLDER: folder },
      stdin: 'ignore',
    });
  };
  const stop = () => command('stop.ts');
  // A folder of an earlier run would keep the frontends that were deployed then.
  fs.rmSync(folder, { recursive: true, force: true });
  try {
    await command('start.ts', '--detach');
    return { state: readJson<ShopState>(path.join(folder, 'state.json'))!, ports, command, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}
