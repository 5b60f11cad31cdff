import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { bootScript } from '../server/boot-script.ts';
import { replayEarlyClicks, useEarlyClicks } from './early-clicks.ts';

let clicks: string[];
const press = (id: string) => document.getElementById(id)!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const listen = (id: string) => document.getElementById(id)!.addEventListener('click', () => clicks.push(id));

beforeEach(() => {
  clicks = [];
  delete window.earlyClicks;
  document.body.innerHTML = `
    <button id="menu"></button>
    <div data-part="checkout/cart-button"><button id="cart"></button></div>`;
  // The script reads its element's data attributes.
  Object.defineProperty(document, 'currentScript', { configurable: true, value: document.createElement('script') });
  new Function(bootScript)();
});
afterEach(() => document.body.replaceChildren());

it('a click that nothing answered is done once when its part is alive, however often it was tried', () => {
  press('menu');
  press('menu');
  press('cart');
  listen('menu');
  listen('cart');
  replayEarlyClicks('shell');
  expect(clicks).toEqual(['menu']);
  replayEarlyClicks('checkout/cart-button');
  expect(clicks).toEqual(['menu', 'cart']);
});

it('a click that brings its part to life is answered by that part alone, and not a second time', () => {
  // React hydrates the clicked part before it dispatches the click.
  document.body.addEventListener('click', () => replayEarlyClicks('shell'), { capture: true, once: true });
  listen('menu');
  press('menu');
  expect(clicks).toEqual(['menu']);
});

it('a click between the hydration of its part and the effects of React is answered once', async () => {
  function Shell() {
    useEarlyClicks('shell');
    // Right after the commit, like the input of a user.
    useLayoutEffect(() => queueMicrotask(() => press('menu')), []);
    return <button id="menu" onClick={() => clicks.push('menu')} />;
  }
  const root = document.body.appendChild(document.createElement('div'));
  document.getElementById('menu')!.remove();
  root.innerHTML = '<button id="menu"></button>';
  startTransition(() => void hydrateRoot(root, <Shell />));
  await eventually(() => window.earlyClicks!.alive.has('shell') && clicks.length > 0);
  // A task later the effects have run.
  await new Promise((resolve) => setTimeout(resolve));
  expect(clicks).toEqual(['menu']);
});
