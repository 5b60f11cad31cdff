// @ts-check
/** Buttons with a `data-url`, and forms whose field `data-json` holds a body, call the sandbox and reload the page. */

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
  const { error } = await response.json().catch(() => ({}));
  showStatus(error?.description ?? error ?? `That did not work: ${response.status}`);
}

/** @param {string} message */
function showStatus(message) {
  const status = document.querySelector('#status');
  if (status) status.textContent = message;
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
  const { method, json } = form.dataset;
  if (!method || !json) return;
  event.preventDefault();
  try {
    void call(method, form.action, JSON.parse(String(new FormData(form).get(json))));
  } catch {
    showStatus('That is not JSON.');
  }
});
