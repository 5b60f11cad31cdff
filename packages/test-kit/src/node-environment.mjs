import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * The environment of `node-runtime.mjs`: that of the process. Globals and environment variables that a test file replaced are put
 * back after it; new globals stay, because the modules that made them stay too.
 */
export default class NodeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #variables = { ...process.env };
  #exit = process.exit;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const [name, { value }] of Object.entries(this.#globals))
      if (value !== undefined && !Object.is(globalThis[name], value)) globalThis[name] = value;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    process.exit = this.#exit;
  }
}
