// @ts-check
/**
 * Replaces https://checkout.razorpay.com/v1/checkout.js: defines `window.Razorpay`, which opens the hosted dialog in a
 * frame and forwards its events. Exchanges messages with that frame only, by its origin.
 */
(() => {
  const own = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  if (!own) throw new Error('The checkout script must be loaded by a script element, not imported.');
  const base = new URL('checkout/public', own.src);

  /** @typedef {(detail?: unknown) => void} Listener */

  class Razorpay {
    /** @type {any} */ #options;
    /** @type {Map<string, Listener[]>} */ #listeners = new Map();
    /** @type {HTMLDivElement | undefined} */ #overlay;
    /** @type {HTMLIFrameElement | undefined} */ #frame;
    /** @type {Element | null} */ #focused = null;
    /** @type {number | undefined} */ #timeout;
    #overflow = '';
    #ready = false;

    /** @param {any} options */
    constructor(options) {
      if (!options || typeof options !== 'object') throw new Error('No options passed');
      if (!options.key) throw new Error('No key passed');
      this.#options = options;
    }

    /** @param {string} event @param {Listener} listener */
    on(event, listener) {
      if (typeof listener !== 'function') throw new TypeError('The listener must be a function');
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#overlay) return;
      this.#focused = document.activeElement;
      this.#overlay = document.createElement('div');
      this.#overlay.className = 'razorpay-container';
      Object.assign(this.#overlay.style, {
        position: 'fixed',
        inset: '0',
        zIndex: '2147483647',
        background: this.#options.theme?.backdrop_color ?? 'rgba(0, 0, 0, 0.6)',
      });
      this.#frame = document.createElement('iframe');
      this.#frame.className = 'razorpay-checkout-frame';
      this.#frame.title = 'Razorpay Checkout';
      this.#frame.allow = 'payment *';
      this.#frame.src = base.href;
      // A frame is transparent only if both sides have the same colour scheme.
      Object.assign(this.#frame.style, { width: '100%', height: '100%', border: '0', colorScheme: 'light' });
      this.#overlay.append(this.#frame);
      this.#overflow = document.body.style.overflow;
      document.body.style.overflow = 'hidden';
      document.body.append(this.#overlay);
      addEventListener('message', this.#onMessage);
      addEventListener('keydown', this.#escapeWhileLoading);
      const seconds = Number(this.#options.timeout);
      if (seconds > 0) this.#timeout = setTimeout(() => this.#dismiss('timeout'), seconds * 1000);
    }

    /** Closes without notifying the page, as the real one does. */
    close() {
      clearTimeout(this.#timeout);
      removeEventListener('message', this.#onMessage);
      removeEventListener('keydown', this.#escapeWhileLoading);
      if (!this.#overlay) return;
      this.#overlay.remove();
      this.#overlay = undefined;
      this.#frame = undefined;
      this.#ready = false;
      document.body.style.overflow = this.#overflow;
      if (this.#focused instanceof HTMLElement) this.#focused.focus();
    }

    /** @param {unknown} [reason] */
    #dismiss(reason) {
      this.close();
      this.#options.modal?.ondismiss?.(reason);
    }

    /** @param {KeyboardEvent} event */
    #escapeWhileLoading = (event) => {
      if (event.key === 'Escape' && !this.#ready) this.#dismiss();
    };

    /** @param {MessageEvent} event */
    #onMessage = (event) => {
      if (event.origin !== base.origin || event.source !== this.#frame?.contentWindow) return;
      const { type, detail } = event.data ?? {};
      switch (type) {
        case 'ready':
          this.#ready = true;
          // Functions cannot be cloned; the other options are sent.
          this.#frame?.contentWindow?.postMessage(
            { type: 'open', options: JSON.parse(JSON.stringify(this.#options)) },
            base.origin,
          );
          this.#frame?.focus();
          break;
        case 'payment.failed':
          for (const listener of this.#listeners.get('payment.failed') ?? []) listener(detail);
          break;
        case 'payment.success':
          this.close();
          for (const listener of this.#listeners.get('payment.success') ?? []) listener(detail);
          if (this.#options.callback_url && (this.#options.redirect || !this.#options.handler)) {
            submit(this.#options.callback_url, detail);
          } else this.#options.handler?.(detail);
          break;
        case 'dismissed':
          this.#dismiss();
          break;
        default:
      }
    };

    /** @param {any} options */
    static open(options) {
      const checkout = new Razorpay(options);
      checkout.open();
      return checkout;
    }
  }

  /** @param {string} url @param {Record<string, string>} fields */
  function submit(url, fields) {
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = url;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  Object.assign(globalThis, { Razorpay });
})();
