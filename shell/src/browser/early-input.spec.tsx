import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { bootScript } from '../server/boot-script.ts';
import { replayEarlyInput, useEarlyInput } from './early-input.ts';

let clicks: string[];
const press = (id: string) => document.getElementById(id)!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const listen = (id: string) => document.getElementById(id)!.addEventListener('click', () => clicks.push(id));

beforeEach(() => {
  clicks = [];
  delete window.earlyInput;
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
  replayEarlyInput('shell');
  expect(clicks).toEqual(['menu']);
  replayEarlyInput('checkout/cart-button');
  expect(clicks).toEqual(['menu', 'cart']);
});

it('a click that brings its part to life is answered by that part alone, and not a second time', () => {
  // React hydrates the clicked part before it dispatches the click.
  document.body.addEventListener('click', () => replayEarlyInput('shell'), { capture: true, once: true });
  listen('menu');
  press('menu');
  expect(clicks).toEqual(['menu']);
});

it('a click between the hydration of its part and the effects of React is answered once', async () => {
  function Shell() {
    useEarlyInput('shell');
    // Right after the commit, like the input of a user.
    useLayoutEffect(() => queueMicrotask(() => press('menu')), []);
    return <button id="menu" onClick={() => clicks.push('menu')} />;
  }
  const root = document.body.appendChild(document.createElement('div'));
  document.getElementById('menu')!.remove();
  root.innerHTML = '<button id="menu"></button>';
  startTransition(() => void hydrateRoot(root, <Shell />));
  await eventually(() => window.earlyInput!.alive.has('shell') && clicks.length > 0);
  // A task later the effects have run.
  await new Promise((resolve) => setTimeout(resolve));
  expect(clicks).toEqual(['menu']);
});

describe('what is chosen and typed before hydration', () => {
  const HEARD: Record<string, unknown> = {};
  function Form() {
    useEarlyInput('shell');
    const [values, setValues] = useState({ order: 'newest', size: 'M', wrap: false, name: 'Asha' });
    const set = (change: Partial<typeof values>) => {
      Object.assign(HEARD, change);
      setValues((before) => ({ ...before, ...change }));
    };
    const size = (value: string): ReactNode => (
      <input
        type="radio"
        name="size"
        aria-label={value}
        checked={values.size === value}
        onChange={() => set({ size: value })}
      />
    );
    return (
      <form aria-label={JSON.stringify(values)}>
        <select value={values.order} onChange={({ target }) => set({ order: target.value })}>
          <option value="newest">Newest</option>
          <option value="helpful">Most helpful</option>
        </select>
        {size('S')}
        {size('M')}
        {size('L')}
        <input type="checkbox" checked={values.wrap} onChange={({ target }) => set({ wrap: target.checked })} />
        <input type="text" value={values.name} onChange={({ target }) => set({ name: target.value })} />
        <input type="file" onChange={({ target }) => Object.assign(HEARD, { file: target.files![0]!.name })} />
      </form>
    );
  }
  const one = <T extends Element>(selector: string) => document.querySelector<T>(selector)!;
  const type = (selector: string, value: string) => {
    const field = one<HTMLInputElement | HTMLSelectElement>(selector);
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const state = () => JSON.parse(one('form').getAttribute('aria-label')!) as unknown;
  const hydrate = async () => {
    hydrateRoot(one('#form'), <Form />);
    await eventually(() => window.earlyInput!.alive.has('shell'));
  };

  beforeEach(() => {
    for (const name of Object.keys(HEARD)) delete HEARD[name];
    document.body.innerHTML = `<div id="form">${renderToString(<Form />)}</div>`;
  });

  it('is what React knows afterwards, the last where there were several', async () => {
    type('select', 'helpful');
    one<HTMLInputElement>('[aria-label=L]').click();
    one<HTMLInputElement>('[aria-label=S]').click();
    one<HTMLInputElement>('[type=checkbox]').click();
    type('[type=text]', 'Ravi');
    type('[type=text]', 'Ravi Rao');
    await hydrate();
    const chosen = { order: 'helpful', size: 'S', wrap: true, name: 'Ravi Rao' };
    await eventually(() => expect(state()).toEqual(chosen));
    expect(HEARD).toEqual(chosen);
    expect(one<HTMLSelectElement>('select').value).toBe('helpful');
    expect(one<HTMLInputElement>('[type=text]').value).toBe('Ravi Rao');
    expect(one<HTMLInputElement>('[aria-label=S]').checked).toBe(true);
  });

  it('is a file too, and what is written elsewhere is left alone', async () => {
    const field = one<HTMLInputElement>('[type=file]');
    Object.defineProperty(field, 'files', { value: [new File(['PK'], 'prices.xlsx')] });
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const note = document.body.appendChild(document.createElement('p'));
    note.dispatchEvent(new Event('input', { bubbles: true }));
    await hydrate();
    await eventually(() => expect(HEARD).toEqual({ file: 'prices.xlsx' }));
    expect(window.earlyInput!.fields.size).toBe(0);
  });

  it('is not replayed where nothing was chosen, and not before its area is hydrated', async () => {
    const late = document.body.appendChild(document.createElement('div'));
    late.dataset['late'] = 'product/below';
    late.innerHTML = '<select><option>a</option><option>b</option></select>';
    const heard: string[] = [];
    late.addEventListener('change', ({ target }) => heard.push((target as HTMLSelectElement).value));
    type('[data-late] select', 'b');
    await hydrate();
    expect([HEARD, heard]).toEqual([{}, []]);
    replayEarlyInput('product/below');
    expect(heard).toEqual(['b']);
  });
});
