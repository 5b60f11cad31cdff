import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { asset } from '../core/assets.ts';
import type { Faults } from '../core/faults.ts';
import { html, sendPage } from '../core/html.ts';
import { addCalls, Refusal } from '../core/http.ts';
import { badRequest, serverError } from './errors.ts';
import type { Instrument, Razorpay } from './razorpay.ts';

const paymentRequest = z.object({
  key_id: z.string(),
  order_id: z.string(),
  amount: z.coerce.number().optional(),
  description: z.string().max(2048).nullish(),
  email: z.string().max(254).default('void@razorpay.com'),
  contact: z.string().regex(/^\+?[\d ()-]{8,20}$/, 'Contact number is invalid.'),
  method: z.enum(['card', 'upi', 'netbanking'], 'The selected method is invalid.'),
  card: z
    .object({
      number: z.string().refine(isCardNumber, 'The card number is invalid.'),
      name: z.string().max(120).default(''),
      expiry_month: z.coerce.number().int().min(1).max(12),
      expiry_year: z.coerce.number().int(),
      cvv: z.string().regex(/^\d{3,4}$/, 'The cvv is invalid.'),
    })
    .optional(),
  vpa: z
    .string()
    .regex(/^[\w.-]{2,256}@[A-Za-z]{2,64}$/, 'Invalid VPA. Please enter a valid Virtual Payment Address')
    .optional(),
  bank: z.string().optional(),
});

/** Netbanking banks by Razorpay's code. */
export const BANKS: Record<string, string> = {
  SBIN: 'State Bank of India',
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  UTIB: 'Axis Bank',
  KKBK: 'Kotak Mahindra Bank',
  PUNB_R: 'Punjab National Bank',
  BARB_R: 'Bank of Baroda',
  CNRB: 'Canara Bank',
  UBIN: 'Union Bank of India',
  INDB: 'IndusInd Bank',
  YESB: 'Yes Bank',
  FDRL: 'Federal Bank',
};

/**
 * For browsers: the checkout script, the hosted dialog that it opens in a frame, and the calls of that dialog. They
 * know the public key only; signing happens here.
 */
export function addRazorpayCheckout(
  app: FastifyInstance,
  config: Config['razorpay'],
  razorpay: Razorpay,
  faults: Faults,
): void {
  const script = asset('razorpay/checkout.js');
  app.get('/v1/checkout.js', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
      .send(script),
  );

  app.get('/v1/checkout/public', async (_request, reply) =>
    sendPage(reply, {
      title: 'Razorpay Checkout',
      styles: ['razorpay/dialog.css'],
      scripts: ['razorpay/dialog.js'],
      // Any shop may embed it, with its own logo.
      policy: { 'frame-ancestors': '*', 'img-src': '* data:' },
      body: dialog(),
    }),
  );

  const ownKey = (key: string | undefined) => {
    if (key !== config.keyId) {
      throw badRequest('Authentication failed.', { status: 401, source: 'NA', step: 'NA', reason: 'NA' });
    }
  };
  const paymentId = (request: FastifyRequest) => (request.params as { id: string }).id;

  addCalls(app, { name: 'razorpay', serverError }, faults, [
    {
      method: 'GET',
      url: '/v1/preferences',
      name: 'checkout.open',
      handle: (request) => {
        const { key_id: key, order_id: orderId = '' } = request.query as Record<string, string>;
        ownKey(key);
        const { amount_due: amount, currency, status } = razorpay.order(orderId);
        return { status: 200, body: { order: { amount, currency, status }, banks: BANKS } };
      },
    },
    {
      method: 'POST',
      url: '/v1/payments/create/ajax',
      name: 'checkout.create',
      handle: (request) => {
        const given = parse(request.body);
        ownKey(given.key_id);
        const order = razorpay.order(given.order_id);
        if (given.amount !== undefined && given.amount !== order.amount) {
          throw badRequest(
            'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
            { metadata: { order_id: order.id } },
          );
        }
        const { email, contact, description } = given;
        const payment = razorpay.startPayment(order.id, instrumentOf(given), { email, contact }, description ?? null);
        // As in Razorpay's test mode: two UPI ids answer immediately, all others show the bank's page.
        const answer = { 'success@razorpay': 'success', 'failure@razorpay': 'failure' }[given.vpa ?? ''];
        return {
          status: 200,
          body: { payment_id: payment.id, amount: payment.amount, currency: payment.currency, answer },
        };
      },
    },
    {
      method: 'POST',
      url: '/v1/payments/:id/authenticate',
      name: 'checkout.authenticate',
      handle: (request) => {
        const { key_id: key, success } = (request.body ?? {}) as { key_id?: string; success?: boolean };
        ownKey(key);
        return { status: 200, body: razorpay.finishPayment(paymentId(request), success ? 'success' : 'failure') };
      },
    },
    {
      method: 'POST',
      url: '/v1/payments/:id/cancel',
      name: 'checkout.cancel',
      handle: (request) => {
        ownKey((request.body as { key_id?: string } | undefined)?.key_id);
        return { status: 200, body: razorpay.cancelPayment(paymentId(request)) };
      },
    },
  ]);
}

function parse(body: unknown): z.infer<typeof paymentRequest> {
  const parsed = paymentRequest.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(issue!.message, { source: 'customer', field: issue!.path.join('.') });
}

function instrumentOf({ method, card, vpa, bank }: z.infer<typeof paymentRequest>): Instrument {
  const wrong = (description: string, field: string): Refusal => badRequest(description, { source: 'customer', field });
  switch (method) {
    case 'card': {
      if (!card) throw wrong('The card field is required.', 'card');
      const now = new Date();
      const month = (card.expiry_year % 100) * 12 + card.expiry_month;
      if (month < (now.getFullYear() % 100) * 12 + now.getMonth() + 1) {
        throw wrong('Your card has expired. Try another card.', 'expiry_year');
      }
      return { method, card: { name: card.name, number: card.number.replaceAll(/\D/g, '') } };
    }
    case 'upi':
      if (!vpa) throw wrong('The vpa field is required.', 'vpa');
      return { method, vpa };
    case 'netbanking':
      if (!bank || !(bank in BANKS)) throw wrong('The selected bank is invalid.', 'bank');
      return { method, bank };
  }
}

/** 12 to 19 digits with a valid Luhn check digit. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replaceAll(/[ -]/g, '')].map(Number);
  if (digits.length < 12 || digits.length > 19 || digits.some(Number.isNaN)) return false;
  const sum = digits
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

/** The dialog before the shop's options arrive; `dialog.js` fills it in. */
function dialog() {
  const tab = (method: string, text: string) => html`
    <button type="button" role="tab" id="tab-${method}" data-method="${method}" aria-controls="fields-${method}">
      ${text}
    </button>
  `;
  return html`
    <div class="dialog" role="dialog" aria-modal="true" aria-labelledby="name" data-step="loading" hidden>
      <header>
        <img class="logo" alt="" hidden />
        <div>
          <h1 id="name"></h1>
          <p class="description"></p>
        </div>
        <button type="button" class="close" aria-label="Close checkout">&times;</button>
        <p class="amount"><span class="test-mode">Test mode</span> <strong></strong></p>
      </header>

      <p class="loading" data-for="loading" role="status">Loading…</p>

      <form data-for="pay" novalidate>
        <p class="error" role="alert" hidden></p>
        <div class="contact">
          <label>Mobile number <input name="contact" type="tel" autocomplete="tel" required /></label>
          <label>E-mail <input name="email" type="email" autocomplete="email" /></label>
        </div>
        <div role="tablist" aria-label="Payment method">
          ${tab('card', 'Card')} ${tab('upi', 'UPI')} ${tab('netbanking', 'Netbanking')}
        </div>
        <div id="fields-card" role="tabpanel" aria-labelledby="tab-card">
          <label>
            Card number
            <input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4111 1111 1111 1111" />
          </label>
          <div class="pair">
            <label
              >Expiry <input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"
            /></label>
            <label>CVV <input name="cvv" type="password" inputmode="numeric" autocomplete="off" maxlength="4" /></label>
          </div>
          <label>Name on card <input name="holder" autocomplete="cc-name" /></label>
          <button type="button" class="hint" data-fill="card">Fill in the test card</button>
        </div>
        <div id="fields-upi" role="tabpanel" aria-labelledby="tab-upi">
          <label>UPI ID <input name="vpa" autocomplete="off" placeholder="name@bank" autocapitalize="none" /></label>
          <p class="hint">
            <code>success@razorpay</code> pays and <code>failure@razorpay</code> fails at once; any other asks you.
          </p>
        </div>
        <div id="fields-netbanking" role="tabpanel" aria-labelledby="tab-netbanking">
          <label>
            Bank
            <select name="bank">
              <option value="">Choose a bank</option>
            </select>
          </label>
        </div>
        <button type="submit" class="primary">Pay <span class="total"></span></button>
      </form>

      <section data-for="bank" aria-labelledby="bank-title">
        <h2 id="bank-title">Your bank asks</h2>
        <p>
          A real bank would now ask for a code. This one lets you choose what it answers to the payment of
          <strong class="total"></strong>.
        </p>
        <button type="button" class="primary" data-answer="success">Success</button>
        <button type="button" class="danger" data-answer="failure">Failure</button>
      </section>

      <section data-for="leave" aria-labelledby="leave-title">
        <h2 id="leave-title">Leave the payment?</h2>
        <p>Nothing has been charged yet.</p>
        <button type="button" class="primary" data-leave="no">Keep paying</button>
        <button type="button" class="danger" data-leave="yes">Yes, leave</button>
      </section>

      <section data-for="failed" aria-labelledby="failed-title">
        <h2 id="failed-title">Payment could not be completed</h2>
        <p class="reason"></p>
        <button type="button" class="primary" data-retry>Try another way</button>
      </section>

      <section data-for="paid" aria-labelledby="paid-title">
        <h2 id="paid-title">Payment successful</h2>
        <p class="reason"></p>
      </section>

      <footer>Sandbox of Razorpay: no money moves</footer>
    </div>
  `;
}
