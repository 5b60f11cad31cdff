// @ts-check
import './page.js';

/** Appends new mails without reloading the page. */
const list = document.querySelector('#mails');
if (list instanceof HTMLElement) {
  setInterval(async () => {
    if (document.hidden) return;
    const response = await fetch(location.href).catch(() => undefined);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#mails');
    if (!(page instanceof HTMLElement) || page.dataset.newest === list.dataset.newest) return;
    list.dataset.newest = page.dataset.newest;
    list.replaceChildren(...page.childNodes);
  }, 2000);
}
