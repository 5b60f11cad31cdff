import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseForeignOrigins } from '../core/http.ts';
import { html, type Html, sendPage } from '../core/html.ts';
import type { Funding, Order } from './entities.ts';
import type { PayPal } from './paypal.ts';

const FUNDING: Record<Funding, [label: string, note: string]> = {
  balance: ['PayPal balance', 'Paid at once'],
  echeck: ['Bank account (eCheck)', 'The capture stays pending until it clears'],
  declined: ['Card that the bank declines', 'The capture is refused: INSTRUMENT_DECLINED'],
};

/** The page where the buyer approves or cancels an order. */
export function addApprovalPage(app: FastifyInstance, paypal: PayPal): void {
  refuseForeignOrigins(app);

  app.get('/checkoutnow', async (request, reply) => {
    const order = paypal.orders.get((request.query as { token?: string }).token ?? '');
    if (!order) return unknown(reply);
    return page(reply, approvalForm(order), [order.sandbox.returnUrl, order.sandbox.cancelUrl]);
  });

  app.post('/checkoutnow', async (request, reply) => {
    const { token = '', decision, funding = 'balance' } = (request.body ?? {}) as Record<string, string>;
    const order = paypal.orders.get(token);
    if (!order) return unknown(reply);
    if (decision !== 'approve') return back(reply, order.sandbox.cancelUrl, { token: order.id }, 'You cancelled.');
    const approved = paypal.approve(order.id, funding in FUNDING ? (funding as Funding) : 'balance');
    const payer = String(approved.payer?.payer_id ?? '');
    return back(reply, order.sandbox.returnUrl, { token: order.id, PayerID: payer }, 'You approved the payment.');
  });
}

/** Redirects to the shop with `query`, or shows a closing message if the shop gave no address. */
function back(reply: FastifyReply, url: string | undefined, query: Record<string, string>, said: string) {
  if (!url)
    return page(
      reply,
      html`<h1>${said}</h1>
        <p>You can close this window.</p>`,
    );
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  return reply.redirect(target.href, 303);
}

const unknown = (reply: FastifyReply) =>
  page(
    reply.status(404),
    html`<h1>Things don't appear to be working at the moment</h1>
      <p>There is no order of this token.</p>`,
  );

/** @param leadsTo shops that the form may redirect to, which the page's policy has to allow */
function page(reply: FastifyReply, body: Html, leadsTo: (string | undefined)[] = []) {
  const origins = leadsTo.filter((url) => url !== undefined).map((url) => new URL(url).origin);
  return sendPage(reply, {
    title: 'PayPal Sandbox',
    styles: ['style.css', 'paypal/approval.css'],
    policy: { 'form-action': ["'self'", ...new Set(origins)].join(' ') },
    body: html`<main class="approval">
      <p class="brand" aria-hidden="true">Pay<span>Pal</span> <small>sandbox</small></p>
      ${body}
    </main>`,
  });
}

function approvalForm(order: Order): Html {
  const [unit] = order.purchase_units;
  const { currency_code: currency, value } = unit!.amount;
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(
    Number(value),
  );
  const finished = order.status === 'COMPLETED';
  return html`
    <h1>${finished ? 'This order has been paid' : html`Pay ${amount}`}</h1>
    <p>
      to <strong>${order.sandbox.brandName ?? 'the shop'}</strong>${unit!.description && html`: ${unit!.description}`}
    </p>
    <form method="post" action="/paypal/checkoutnow">
      <input type="hidden" name="token" value="${order.id}" />
      ${
        finished
          ? ''
          : html`<fieldset>
              <legend>Pay with</legend>
              ${Object.entries(FUNDING).map(
                ([name, [label, note]], index) => html`
                  <label class="choice">
                    <input type="radio" name="funding" value="${name}" ${index === 0 && html`checked`} />
                    <span>${label}<small>${note}</small></span>
                  </label>
                `,
              )}
            </fieldset>`
      }
      <button class="primary" name="decision" value="approve">${finished ? 'Return to the shop' : 'Approve'}</button>
      ${finished ? '' : html`<button name="decision" value="cancel">Cancel and return to the shop</button>`}
    </form>
    <p class="note">No money moves: this is a stand-in on your own machine.</p>
  `;
}
