import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with what Node has and jsdom forgets, which React and its server renderer need. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      MessageChannel,
      Request,
      Response,
      Headers,
      fetch,
      structuredClone,
    });
  }
}
