// @ts-check
/** Buttons with `data-method` and `data-url`, and forms with `data-method`, call the sandbox as JSON and reload. */

/** @param {string} method @param {string} url @param {unknown} [body] @param {string} [then] */
async function call(method, url, body, then) {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.ok) {
    if (then) location.assign(then);
    else location.reload();
    return;
  }
  const answer = await response.json().catch(() => ({}));
  const status = document.querySelector('#status');
  if (status) status.textContent = answer.error ?? `That did not work: ${response.status}`;
}

document.addEventListener('click', (event) => {
  const button = /** @type {Element} */ (event.target).closest('button');
  if (!(button instanceof HTMLButtonElement) || !button.dataset.url) return;
  const { method = 'POST', url, body, confirm: question, then } = button.dataset;
  if (question && !confirm(question)) return;
  void call(method, url, body && JSON.parse(body), then);
});

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.method) return;
  event.preventDefault();
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const [name, value] of new FormData(form)) {
    const field = form.elements.namedItem(name);
    if (value === '') continue;
    const isNumber = field instanceof HTMLInputElement && field.type === 'number';
    const scale = field instanceof HTMLElement ? Number(field.dataset.scale ?? 1) : 1;
    body[name] = isNumber ? Number(value) * scale : value;
  }
  if (form.dataset.wrap) {
    try {
      Object.assign(body, JSON.parse(/** @type {string} */ (body[form.dataset.wrap] ?? '{}')));
      delete body[form.dataset.wrap];
    } catch {
      const status = document.querySelector('#status');
      if (status) status.textContent = 'The details must be JSON.';
      return;
    }
  }
  void call(form.dataset.method, form.action, body);
});
