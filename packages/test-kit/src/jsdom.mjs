import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom plus Node globals that it lacks and that React and its server renderer need. */
export default class BrowserEnvironment extends TestEnvironment {
  #channels = [];

  async setup() {
    await super.setup();
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      MessageChannel: this.#closingChannels(),
      Request,
      Response,
      Headers,
      fetch,
      structuredClone,
      // Without layout no element has a size that could change.
      ResizeObserver: class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    });
    const dialog = this.global.HTMLDialogElement.prototype;
    dialog.showModal ??= function () {
      this.open = true;
    };
    dialog.close ??= function () {
      this.open = false;
    };
  }

  /** React's scheduler never closes its channel: the open port would keep the test process alive. */
  #closingChannels() {
    const channels = this.#channels;
    return class extends MessageChannel {
      constructor() {
        super();
        channels.push(this);
      }
    };
  }

  async teardown() {
    for (const { port1, port2 } of this.#channels) {
      port1.close();
      port2.close();
    }
    await super.teardown();
  }
}
