import type { FastifyReply } from 'fastify';
import type { Fault } from '../core/faults.ts';
import { html, type Html, sendPage } from '../core/html.ts';
import type { Delivery } from '../core/webhooks.ts';
import { decimalsOf } from '../paypal/money.ts';
import type { Sandbox } from '../sandbox.ts';
import { ledger } from './ledger.ts';

const PAGE_SIZE = 15;

/** Common failures; the API takes any. */
const PRESETS: [label: string, failure: object][] = [
  ['Razorpay: the bank declines the next payment', { provider: 'razorpay', call: 'checkout.pay', kind: 'decline' }],
  [
    'Razorpay: the next payment fails, and is authorised a minute later',
    { provider: 'razorpay', call: 'checkout.pay', kind: 'late-authorization', afterMs: 60_000 },
  ],
  [
    'Razorpay: the next refund fails after three days',
    { provider: 'razorpay', call: 'payment.refund', kind: 'fails-later' },
  ],
  [
    'Razorpay: creating the next order times out after the effect',
    { provider: 'razorpay', call: 'order.create', kind: 'timeout-after' },
  ],
  [
    'Razorpay: 502 with HTML for a minute',
    { provider: 'razorpay', kind: 'error-before', status: 502, html: true, forMs: 60_000 },
  ],
  ['Razorpay: the next webhook never comes', { provider: 'razorpay', call: 'webhook', kind: 'webhook-never' }],
  [
    'Razorpay: the next three webhooks come twice',
    { provider: 'razorpay', call: 'webhook', kind: 'webhook-twice', times: 3 },
  ],
  [
    'Razorpay: the next webhook comes out of order',
    { provider: 'razorpay', call: 'webhook', kind: 'webhook-out-of-order' },
  ],
  ['PayPal: the next capture is declined', { provider: 'paypal', call: 'order.capture', kind: 'decline' }],
  ['PayPal: the next capture stays pending', { provider: 'paypal', call: 'order.capture', kind: 'pending' }],
  [
    'PayPal: the next capture times out after the effect',
    { provider: 'paypal', call: 'order.capture', kind: 'timeout-after' },
  ],
  [
    'PayPal: the next webhook comes an hour late',
    { provider: 'paypal', call: 'webhook', kind: 'webhook-late', delayMs: 3_600_000 },
  ],
  ['Currency rates: down until removed', { provider: 'rates', kind: 'error-before', status: 503, untilRemoved: true }],
  ['Countries: down until removed', { provider: 'countries', kind: 'error-before', status: 503, untilRemoved: true }],
  ['Mail: the next one is refused', { provider: 'smtp', kind: 'mail-refused' }],
];

/** `/control` as a page for people. */
export function controlPage(reply: FastifyReply, sandbox: Sandbox) {
  return sendPage(reply, {
    title: 'Sandbox control',
    room: 'control',
    scripts: ['page.js'],
    body: html`<main>
      <h1>Control</h1>
      <p class="note">
        Simulated Razorpay, PayPal, countries, currency rates and mail. Everything here is also available in the control
        API (<code>tools/sandbox/README.md</code>).
      </p>
      <p id="status" role="alert"></p>
      ${timeSection(sandbox)} ${failureSection(sandbox)} ${ledgerSection(sandbox)} ${razorpaySection(sandbox)}
      ${paypalSection(sandbox)} ${webhookSection(sandbox)}
      <section aria-labelledby="reset">
        <h2 id="reset">Start over</h2>
        ${button('Empty the sandbox', '/control/reset', undefined, 'Forget all payments, mails, webhooks and failures?')}
      </section>
    </main>`,
  });
}

const button = (text: string, url: string, body?: object, confirm?: string, method = 'POST') =>
  html`<button
    type="button"
    data-method="${method}"
    data-url="${url}"
    ${body && html`data-body="${JSON.stringify(body)}"`}
    ${confirm && html`data-confirm="${confirm}"`}
  >
    ${text}
  </button>`;

function table(caption: string, heads: string[], rows: Html[], empty: string): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table>
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function timeSection({ clock }: Sandbox): Html {
  const hours = Math.round(clock.offsetMs / 360_000) / 10;
  return html`<section aria-labelledby="time">
    <h2 id="time">Time</h2>
    <p>
      The sandbox's clock says
      <strong>${new Date(clock.now()).toISOString().replace('T', ' ').slice(0, 19)} UTC</strong>${
        hours > 0 && html`, ${hours} h ahead of this machine`
      }.
    </p>
    <div class="actions">
      ${(
        [
          ['1 minute', 60_000],
          ['1 hour', 3_600_000],
          ['1 day', 86_400_000],
          ['3 days', 259_200_000],
        ] as const
      ).map(([text, advanceMs]) => button(`Advance ${text}`, '/control/time', { advanceMs }))}
    </div>
  </section>`;
}

function failureSection({ faults }: Sandbox): Html {
  const lasts = (fault: Fault) => {
    if (fault.until !== undefined) return `until ${new Date(fault.until).toISOString().slice(0, 19)}`;
    return fault.remaining === undefined ? 'until removed' : `next ${fault.remaining}`;
  };
  return html`<section aria-labelledby="failures">
    <h2 id="failures">Failures</h2>
    <form class="inline" action="/control/failures" data-method="POST" data-json="failure">
      <label>
        Failure
        <select name="failure">
          ${PRESETS.map(([label, failure]) => html`<option value="${JSON.stringify(failure)}">${label}</option>`)}
        </select>
      </label>
      <button class="primary">Add</button>
    </form>
    <details>
      <summary>Custom failure</summary>
      <form action="/control/failures" data-method="POST" data-json="failure">
        <label>
          As JSON
          <textarea name="failure" rows="3" spellcheck="false">
{ "provider": "paypal", "call": "capture.refund", "kind": "slow", "ms": 3000, "times": 2 }</textarea>
        </label>
        <button>Add</button>
      </form>
    </details>
    ${table(
      'Active failures',
      ['Provider', 'Call', 'Kind', 'Lasts', 'Hits', ''],
      faults.list().map(
        (fault) =>
          html`<tr>
            <td>${fault.provider}</td>
            <td>
              ${fault.call}${Object.entries(fault.where).map(([path, value]) => html` <code>${path}=${value}</code>`)}
            </td>
            <td>${fault.kind}</td>
            <td>${lasts(fault)}</td>
            <td>${fault.hits}</td>
            <td>${button('Remove', `/control/failures/${fault.id}`, undefined, undefined, 'DELETE')}</td>
          </tr>`,
      ),
      'No active failures.',
    )}
  </section>`;
}

function ledgerSection({ razorpay, paypal }: Sandbox): Html {
  const rows = Object.entries(ledger(razorpay, paypal)).flatMap(([provider, currencies]) =>
    Object.entries(currencies).map(
      ([currency, sums]) =>
        html`<tr>
          <td>${provider}</td>
          <td>${currency}</td>
          <td class="number">${sums.payments}</td>
          <td class="number">${money(sums.captured, currency)}</td>
          <td class="number">${money(sums.refunded, currency)}</td>
          <td class="number">${money(sums.lostInDisputes, currency)}</td>
        </tr>`,
    ),
  );
  return html`<section aria-labelledby="ledger">
    <h2 id="ledger">Ledger</h2>
    ${table(
      'Ledger',
      ['Provider', 'Currency', 'Payments', 'Captured', 'Refunded', 'Lost in disputes'],
      rows,
      'Nothing has been paid.',
    )}
  </section>`;
}

function razorpaySection({ razorpay }: Sandbox): Html {
  const payments = razorpay.payments.find({}, { limit: PAGE_SIZE });
  const refunds = razorpay.refunds.find({}, { limit: PAGE_SIZE });
  const disputes = razorpay.disputes.find({}, { limit: PAGE_SIZE });
  const at = (id: string, what: string) => `/control/razorpay/payments/${id}/${what}`;
  return html`<section aria-labelledby="razorpay">
    <h2 id="razorpay">Razorpay</h2>
    <p>
      Default capture of orders: <strong>${razorpay.defaultCapture()}</strong>
      ${(['automatic', 'manual'] as const)
        .filter((mode) => mode !== razorpay.defaultCapture())
        .map((capture) => button(`Set to ${capture}`, '/control/razorpay/settings', { capture }))}
    </p>
    ${table(
      'Payments',
      ['Payment', 'Receipt', 'Amount', 'By', 'Status', 'Do'],
      payments.map(
        (payment) =>
          html`<tr>
            <td><code>${payment.id}</code></td>
            <td>${razorpay.orders.get(payment.order_id)?.receipt}</td>
            <td class="number">${money(payment.amount, payment.currency)}</td>
            <td>${payment.method}</td>
            <td>${payment.status}${payment.refund_status === 'partial' && ', partly refunded'}</td>
            <td class="actions">
              ${payment.status === 'failed' && button('Authorise late', at(payment.id, 'authorize'))}
              ${payment.status === 'authorized' && button('Capture', at(payment.id, 'capture'))}
              ${payment.status === 'captured' && button('Refund', at(payment.id, 'refund'), {}, 'Refund the remaining sum?')}
              ${payment.captured && button('Dispute', at(payment.id, 'dispute'), {})}
            </td>
          </tr>`,
      ),
      'No payments yet.',
    )}
    ${refundTable(
      '/control/razorpay/refunds',
      refunds.map(({ id, payment_id: of, amount, currency, status }) => ({ id, of, amount, currency, status })),
      { label: 'Process', pending: 'pending', completed: 'processed', failed: 'failed' },
    )}
    ${
      disputes.length > 0 &&
      table(
        'Disputes',
        ['Dispute', 'Of', 'Amount', 'Status', 'Do'],
        disputes.map(
          (dispute) =>
            html`<tr>
              <td><code>${dispute.id}</code></td>
              <td><code>${dispute.payment_id}</code></td>
              <td class="number">${money(dispute.amount, dispute.currency)}</td>
              <td>${dispute.status}</td>
              <td class="actions">
                ${
                  dispute.status === 'open' &&
                  (['won', 'lost'] as const).map((status) =>
                    button(`Shop has ${status}`, `/control/razorpay/disputes/${dispute.id}`, { status }),
                  )
                }
              </td>
            </tr>`,
        ),
        '',
      )
    }
  </section>`;
}

interface RefundRow {
  id: string;
  of: string;
  amount: number;
  currency: string;
  status: string;
}

/** @param states the provider's names of the states, and the label of the button that completes a pending refund */
function refundTable(
  path: string,
  refunds: RefundRow[],
  states: { label: string; pending: string; completed: string; failed: string },
): Html | undefined {
  if (refunds.length === 0) return undefined;
  return table(
    'Refunds',
    ['Refund', 'Of', 'Amount', 'Status', 'Do'],
    refunds.map(
      ({ id, of, amount, currency, status }) =>
        html`<tr>
          <td><code>${id}</code></td>
          <td><code>${of}</code></td>
          <td class="number">${money(amount, currency)}</td>
          <td>${status}</td>
          <td class="actions">
            ${status === states.pending && button(states.label, `${path}/${id}`, { status: states.completed })}
            ${status !== states.failed && button('Fail', `${path}/${id}`, { status: states.failed })}
          </td>
        </tr>`,
    ),
    '',
  );
}

function paypalSection({ paypal }: Sandbox): Html {
  const orders = paypal.orders.find({}, { limit: PAGE_SIZE });
  const captures = paypal.captures.find({}, { limit: PAGE_SIZE });
  const refunds = paypal.refunds.find({}, { limit: PAGE_SIZE });
  const at = (id: string) => `/control/paypal/captures/${id}`;
  return html`<section aria-labelledby="paypal">
    <h2 id="paypal">PayPal</h2>
    ${table(
      'Orders',
      ['Order', 'Invoice', 'Amount', 'Status', 'Do'],
      orders.map(
        (order) =>
          html`<tr>
            <td><code>${order.id}</code></td>
            <td>${order.purchase_units[0]?.invoice_id}</td>
            <td class="number">
              ${order.purchase_units[0]?.amount.value} ${order.purchase_units[0]?.amount.currency_code}
            </td>
            <td>${order.status}</td>
            <td class="actions">
              ${
                ['CREATED', 'PAYER_ACTION_REQUIRED'].includes(order.status) &&
                button('Approve', '/control/paypal/approve', { order_id: order.id })
              }
              ${
                order.status === 'APPROVED' &&
                button('Withdraw approval', `/control/paypal/orders/${order.id}/reverse-approval`)
              }
            </td>
          </tr>`,
      ),
      'No orders yet.',
    )}
    ${
      captures.length > 0 &&
      table(
        'Captures',
        ['Capture', 'Invoice', 'Amount', 'Status', 'Do'],
        captures.map(
          (capture) =>
            html`<tr>
              <td><code>${capture.id}</code></td>
              <td>${capture.invoiceId}</td>
              <td class="number">${money(capture.minor, capture.currency)}</td>
              <td>${capture.status}</td>
              <td class="actions">
                ${
                  capture.status === 'PENDING' &&
                  html`${button('Complete', at(capture.id), { status: 'COMPLETED' })}
                  ${button('Decline', at(capture.id), { status: 'DECLINED' })}`
                }
                ${
                  ['COMPLETED', 'PARTIALLY_REFUNDED'].includes(capture.status) &&
                  button('Refund', `${at(capture.id)}/refund`, {}, 'Refund the remaining sum?')
                }
                ${capture.status !== 'PENDING' && button('Dispute', `${at(capture.id)}/dispute`, {})}
              </td>
            </tr>`,
        ),
        '',
      )
    }
    ${refundTable(
      '/control/paypal/refunds',
      refunds.map(({ id, captureId: of, minor: amount, currency, status }) => ({ id, of, amount, currency, status })),
      { label: 'Complete', pending: 'PENDING', completed: 'COMPLETED', failed: 'FAILED' },
    )}
  </section>`;
}

function webhookSection({ webhooks }: Sandbox): Html {
  const state = (delivery: Delivery) => {
    if (delivery.state === 'suppressed') return 'suppressed';
    const tries = delivery.attempts > 0 ? `, ${delivery.lastAnswer} at attempt ${delivery.attempts}` : '';
    return `${delivery.heldBack ? 'held back' : delivery.state}${tries}`;
  };
  return html`<section aria-labelledby="webhooks">
    <h2 id="webhooks">Webhooks</h2>
    <div class="actions">${button('Send all waiting now', '/control/webhooks/flush')}</div>
    ${table(
      'Webhooks',
      ['Provider', 'Event', 'About', 'State', 'Do'],
      webhooks.find({}, 2 * PAGE_SIZE).map(
        (delivery) =>
          html`<tr>
            <td>${delivery.provider}</td>
            <td>${delivery.event}</td>
            <td><code>${delivery.subject}</code></td>
            <td>${state(delivery)}</td>
            <td>${button('Send again', `/control/webhooks/${delivery.id}/resend`)}</td>
          </tr>`,
      ),
      'No webhooks yet.',
    )}
  </section>`;
}

/** @param minor in the currency's smallest unit */
function money(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(minor / 10 ** decimals);
}
