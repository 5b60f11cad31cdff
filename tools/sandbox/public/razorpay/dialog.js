// @ts-check
/** The hosted dialog: asks how to pay, simulates the bank, and reports the outcome to the shop's page only. */

/** @type {<T extends HTMLElement = HTMLElement>(selector: string) => T} */
const $ = (selector) => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return /** @type {any} */ (found);
};
const dialog = $('.dialog');
const form = /** @type {HTMLFormElement} */ ($('form'));
const tabs = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[role=tab]')]);
const fields = /** @type {any} */ (form.elements);

/** @type {any} */
let options;
/** Origin of the page that opened the dialog; messages go to it only. */
let shop = '';
let method = 'card';
let failures = 0;
/** The payment awaiting the bank's answer. @type {string | undefined} */
let pending;
let stepBeforeLeaving = 'pay';

/** @param {string} type @param {unknown} [detail] */
const notify = (type, detail) => parent.postMessage({ type, detail }, shop || '*');

/** @param {string} path @param {object} [body] */
async function call(path, body) {
  const response = await fetch(`/razorpay/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  }).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok) return answer;
  throw new Error(answer?.error?.description ?? 'Razorpay cannot be reached at the moment. Please try again.');
}

/** @param {string} step */
function show(step) {
  dialog.dataset.step = step;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-for]'))) {
    part.hidden = part.dataset.for !== step;
  }
  const first = document.querySelector(`[data-for=${step}] :is(input, button.primary):not([hidden], :disabled)`);
  if (first instanceof HTMLElement && first.offsetParent) first.focus();
  else $('.close').focus();
}

/** @param {string} [message] */
function showError(message) {
  const alert = $('.error');
  alert.textContent = message ?? '';
  alert.hidden = !message;
}

/** @param {string} chosen @param {boolean} [focus] */
function choose(chosen, focus) {
  method = chosen;
  for (const tab of tabs) {
    const selected = tab.dataset.method === chosen;
    tab.ariaSelected = String(selected);
    tab.tabIndex = selected ? 0 : -1;
    if (selected && focus) tab.focus();
    $(`#fields-${tab.dataset.method}`).hidden = !selected;
  }
}

addEventListener('message', async (event) => {
  if (event.source !== parent || event.data?.type !== 'open' || options) return;
  options = event.data.options;
  shop = event.origin;
  $('#name').textContent = options.name || 'Payment';
  $('.description').textContent = options.description ?? '';
  if (options.image) {
    const logo = /** @type {HTMLImageElement} */ ($('.logo'));
    logo.src = options.image;
    logo.hidden = false;
  }
  if (CSS.supports('color', options.theme?.color ?? '')) dialog.style.setProperty('--theme', options.theme.color);
  const prefill = options.prefill ?? {};
  fields.contact.value = prefill.contact ?? '';
  fields.email.value = prefill.email ?? '';
  fields.holder.value = prefill.name ?? '';
  fields.vpa.value = prefill.vpa ?? '';
  fields.contact.readOnly = Boolean(options.readonly?.contact);
  fields.email.readOnly = Boolean(options.readonly?.email);
  for (const tab of tabs) tab.hidden = options.method?.[tab.dataset.method ?? ''] === false;
  const offered = tabs.filter((tab) => !tab.hidden);
  choose((offered.find((tab) => tab.dataset.method === prefill.method) ?? offered[0])?.dataset.method ?? 'card');
  dialog.hidden = false;
  show('loading');
  try {
    const { order, banks } = await call(
      `preferences?${new URLSearchParams({ key_id: options.key, order_id: options.order_id ?? '' })}`,
    );
    const amount = new Intl.NumberFormat('en-IN', { style: 'currency', currency: order.currency });
    const total = amount.format(order.amount / 10 ** (amount.resolvedOptions().maximumFractionDigits ?? 2));
    $('.amount strong').textContent = total;
    for (const place of document.querySelectorAll('.total')) place.textContent = total;
    fields.bank.append(...Object.entries(banks).map(([code, name]) => new Option(/** @type {string} */ (name), code)));
    fields.bank.value = prefill.bank ?? '';
    show('pay');
    if (order.status === 'paid') showError('This order has been paid already.');
  } catch (error) {
    fail(/** @type {Error} */ (error).message, false);
  }
});

/** @param {string} reason @param {boolean} retry */
function fail(reason, retry) {
  $('[data-for=failed] .reason').textContent = reason;
  $('[data-retry]').hidden = !retry;
  show('failed');
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  showError();
  const button = /** @type {HTMLButtonElement} */ ($('form .primary'));
  button.disabled = true;
  const [month = '', year = ''] = fields.expiry.value.split(/\s*\/\s*/);
  try {
    const { payment_id: id, answer } = await call('payments/create/ajax', {
      key_id: options.key,
      order_id: options.order_id,
      amount: options.amount,
      description: options.description,
      contact: fields.contact.value,
      email: fields.email.value || undefined,
      method,
      card:
        method === 'card'
          ? {
              number: fields.number.value,
              name: fields.holder.value,
              cvv: fields.cvv.value,
              expiry_month: month,
              expiry_year: year,
            }
          : undefined,
      vpa: method === 'upi' ? fields.vpa.value.trim() : undefined,
      bank: method === 'netbanking' ? fields.bank.value : undefined,
    });
    pending = id;
    if (answer) await answerAsBank(answer === 'success');
    else show('bank');
  } catch (error) {
    showError(/** @type {Error} */ (error).message);
  } finally {
    button.disabled = false;
  }
});

/** @param {boolean} success */
async function answerAsBank(success) {
  show('loading');
  try {
    const outcome = await call(`payments/${pending}/authenticate`, { key_id: options.key, success });
    pending = undefined;
    if (!outcome.error) {
      $('[data-for=paid] .reason').textContent = `Payment ID ${outcome.razorpay_payment_id}`;
      show('paid');
      notify('payment.success', outcome);
      return;
    }
    failures += 1;
    notify('payment.failed', outcome);
    const retry = options.retry?.enabled !== false && failures < (options.retry?.max_count ?? Infinity);
    fail(outcome.error.description, retry);
    if (!retry) notify('dismissed');
  } catch (error) {
    // The bank's answer was lost: the payment's outcome is unknown here.
    fail(/** @type {Error} */ (error).message, false);
  }
}

function leave() {
  const step = dialog.dataset.step ?? '';
  if (options?.modal?.confirm_close && ['pay', 'bank'].includes(step)) {
    stepBeforeLeaving = step;
    show('leave');
  } else void dismiss();
}

async function dismiss() {
  if (pending) {
    const id = pending;
    pending = undefined;
    await call(`payments/${id}/cancel`, { key_id: options.key }).then(
      (failure) => notify('payment.failed', failure),
      () => {},
    );
  }
  notify('dismissed');
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('button'));
  if (target === document.documentElement || target === document.body) {
    if (options?.modal?.backdropclose) leave();
  } else if (button?.matches('.close')) leave();
  else if (button?.dataset.method) choose(button.dataset.method, true);
  else if (button?.dataset.answer) void answerAsBank(button.dataset.answer === 'success');
  else if (button?.dataset.leave) {
    if (button.dataset.leave === 'yes') void dismiss();
    else show(stepBeforeLeaving);
  } else if (button?.matches('[data-retry]')) show('pay');
  else if (button?.matches('[data-fill=card]')) {
    fields.number.value = '4111 1111 1111 1111';
    fields.expiry.value = `12 / ${(new Date().getFullYear() + 3) % 100}`;
    fields.cvv.value = '123';
    fields.holder.value ||= 'Test Customer';
    $('form .primary').focus();
  }
});

document.addEventListener('keydown', (event) => {
  const at = tabs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  if (event.key === 'Escape' && options?.modal?.escape !== false) leave();
  else if (at >= 0 && ['ArrowLeft', 'ArrowRight'].includes(event.key)) {
    const offered = tabs.filter((tab) => !tab.hidden);
    const step = event.key === 'ArrowRight' ? 1 : offered.length - 1;
    const next = offered[(offered.indexOf(/** @type {HTMLButtonElement} */ (tabs[at])) + step) % offered.length];
    choose(next?.dataset.method ?? method, true);
  } else if (event.key === 'Tab') keepFocusInside(event);
});

/** @param {KeyboardEvent} event */
function keepFocusInside(event) {
  const all = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll('button, input, select')]);
  const reachable = all.filter((each) => each.offsetParent && each.tabIndex >= 0 && !each.matches(':disabled'));
  const edge = event.shiftKey ? reachable[0] : reachable.at(-1);
  if (document.activeElement !== edge && dialog.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? reachable.at(-1) : reachable[0])?.focus();
}

notify('ready');
