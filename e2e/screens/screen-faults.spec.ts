import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { closeBrowser, openBrowser } from '../browser.ts';
import { faultsAt } from './screen-faults.ts';
import type { Width } from './screen-visits.ts';

let page: Page;
beforeAll(async () => {
  page = await (await openBrowser()).newPage();
});
afterAll(closeBrowser);

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
const BUTTON = 'min-width: 44px; min-height: 44px; padding: 0 8px';

async function faultsIn(
  html: string,
  { widths = [390] as Width[], isForFingers = true, isWhole = false } = {},
): Promise<string[]> {
  await page.setContent(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><style>
      :root { color-scheme: light dark; color: light-dark(#222, #eee); background: light-dark(#fff, #111) }
      body { margin: 8px; font: 16px/1.5 sans-serif } a { color: inherit }
    </style><body>${html}<script>document.querySelector('dialog')?.showModal()</script>`,
  );
  return faultsAt(page, widths, { isForFingers, isWhole });
}

it('a sound page has no fault, at any width', async () => {
  const html = `
    <h1>Rings</h1><p>Words with <a href="#a">a link</a> among them.</p>
    <button style="${BUTTON}">Buy</button>
    <label style="display: block; min-height: 44px"><input type="checkbox"> Gift wrap</label>
    <p style="width: 80px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">A name that is far too long</p>
    <div style="overflow-x: auto"><p style="width: 2000px">A row that scrolls</p></div>
    <span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">For readers</span>
    <div style="position: relative; width: 200px; height: 100px">
      <img src="${PIXEL}" width="200" height="100" alt="A white ring">
      <b style="position: absolute; top: 0; left: 0; color: #222">On white</b>
    </div>`;
  expect(await faultsIn(html, { widths: [320, 390, 768, 1024, 1440] })).toEqual([]);
});

describe('a fault is found when', () => {
  it.each([
    [
      'an element is wider than the window',
      '<p style="width: 420px">Too wide</p>',
      /Too wide.* sticks out to the side/,
    ],
    [
      'a fixed one leaves it',
      '<p style="position: fixed; top: 200px; left: 300px; width: 200px">Notice</p>',
      /Notice.* sticks out to the side/,
    ],
    [
      'a dialog scrolls to the side',
      '<dialog style="width: 200px; height: 80px"><p style="width: 400px; height: 300px">Form</p></dialog>',
      /dialog.* sticks out to the side/,
    ],
    [
      'the edge of a dialog is beside the window',
      '<dialog style="margin: 0; inset: 0 auto auto -15px; padding: 24px"><p>Form</p></dialog>',
      /dialog.* sticks out to the side/,
    ],
    [
      'the focus of a dialog is where nothing is seen',
      '<dialog><input aria-hidden="true" tabindex="-1" style="opacity: 0" value="asha"><p>Form</p></dialog>',
      /input.* has the focus unseen/,
    ],
    [
      'something lies upon a button',
      `<button style="${BUTTON}">Buy</button><div style="position: absolute; inset: 0">Veil</div>`,
      /button “Buy” is covered: by div “Veil”/,
    ],
    [
      'something lies upon a corner of it',
      `<button style="${BUTTON}; position: relative; width: 200px">Buy</button>
       <div style="position: absolute; top: 0; left: 180px; width: 60px; height: 20px">New</div>`,
      /button “Buy” is covered: by div “New”/,
    ],
    [
      'words leave a box that hides them',
      '<p style="width: 100px; overflow: hidden; white-space: nowrap">A name that is far too long</p>',
      /A name.* is cut off/,
    ],
    [
      'lines leave a box that hides them',
      '<div style="height: 30px; overflow: hidden"><p style="margin: 0; line-height: 20px">One<br>Two</p></div>',
      /Two.* is cut off/,
    ],
    [
      'a button is narrower than its words',
      `<button style="min-height: 44px; width: 60px; white-space: nowrap; overflow: visible">Add to the cart</button>`,
      /Add to the cart.* is cut off/,
    ],
    [
      'an amount breaks over lines',
      '<p style="width: 60px; overflow-wrap: anywhere">₹1,65,002.00</p>',
      /₹1,65,002.00.* breaks over lines/,
    ],
    ['words are faint', '<p style="color: light-dark(#999, #666)">Faint</p>', /Faint.* has too little contrast/],
    [
      'words are faint in the dark only',
      '<p style="color: light-dark(#222, #444)">Dim</p>',
      /Dim.* has too little contrast: .*\(390 dark\)/,
    ],
    [
      'words are faint because of their opacity',
      '<div style="opacity: 0.4"><p>Pale</p></div>',
      /Pale.* has too little contrast/,
    ],
    [
      'words on a picture are like it',
      `<div style="position: relative"><img src="${PIXEL}" width="300" height="100" alt="">
       <b style="position: absolute; top: 10px; left: 10px; color: #ccc">On white</b></div>`,
      /On white.* has too little contrast: .* over a picture/,
    ],
    [
      'words on a gradient are like it',
      '<p style="color: #777; background: linear-gradient(#888, #666)">Grey</p>',
      /Grey.* has too little contrast: .* over a picture/,
    ],
    [
      'an icon on a picture is like it in the dark only',
      `<div style="position: relative"><img src="${PIXEL}" width="300" height="100" alt="">
       <button aria-label="Like" style="${BUTTON}; position: absolute; top: 10px; left: 10px; background: none; border: 0; color: light-dark(#222, #eee)">
       <svg width="20" height="20"><path d="M2 2h16v16z" stroke="currentColor" fill="none"></path></svg></button></div>`,
      /icon of button “Like” has too little contrast: .* over a picture \(390 dark/,
    ],
    [
      'an icon of a mask is faint',
      `<style>.masked { background: Canvas; border: 0 } .masked::before { content: ''; display: block; width: 20px; height: 20px; background: light-dark(#bbb, #222); mask: linear-gradient(#000, #000) }</style>
       <button class="masked" aria-label="Like" style="${BUTTON}"></button>`,
      /icon of button.masked “Like” has too little contrast/,
    ],
    [
      'a placeholder is faint',
      '<input aria-label="Name" placeholder="Asha" style="width: 100px; height: 44px; color: inherit; background: Canvas">' +
        '<style>::placeholder { color: light-dark(#bbb, #555); opacity: 1 }</style>',
      /placeholder “Asha” has too little contrast/,
    ],
    [
      'a button is smaller than a finger',
      '<button style="width: 30px; height: 30px">x</button>',
      /“x” is too small to press: 30 × 30 px instead of 44/,
    ],
    [
      'links lie close together',
      '<div style="line-height: 1; font-size: 12px"><a href="#a" style="display: block">One</a><a href="#b" style="display: block">Two</a></div>',
      /“One” is too small to press: .* px with others around it/,
    ],
    ['a picture has no size', `<img src="${PIXEL}" alt="A ring">`, /A ring.* has no size/],
    ['a picture has no text', `<img src="${PIXEL}" width="20" height="20">`, /img.* has no alternative text/],
  ])('%s', async (_, html, fault) => {
    expect(await faultsIn(html)).toContainEqual(expect.stringMatching(fault));
  });
});

it('axe names what is wrong on a phone, and what is only shown on a desk', async () => {
  const html = `<title>Rings</title><main><h1>Rings</h1>
    <button style="${BUTTON}"></button>
    <nav><a href="#a" style="${BUTTON}; display: inline-block"></a></nav></main>
    <style>@media (width < 1000px) { nav { display: none } }</style>`;
  expect(await faultsIn(html, { widths: [390, 1440], isWhole: true })).toEqual([
    expect.stringMatching(/^button-name: .*<button.*\(390\)$/s),
    expect.stringMatching(/^link-name: .*<a.*\(1440\)$/s),
  ]);
});

it('what a pseudo-element adds to a button counts as its size, and a desk needs no finger’s size', async () => {
  const button = '<style>button::after { content: ""; position: absolute; inset: -12px }</style>';
  const html = `<div style="padding: 40px">${button}<button style="position: relative; width: 24px; height: 24px">x</button></div>`;
  expect(await faultsIn(html)).toEqual([]);
  expect(await faultsIn('<button style="width: 30px; height: 30px">x</button>', { widths: [1024] })).toEqual([]);
});

it('a page that is scrolled is looked at from its top, where a bar leaves its controls free', async () => {
  const bar = '<div style="position: sticky; top: 0; height: 60px; background: Canvas">Staff area</div>';
  const html = `${bar}<button style="BUTTON; margin: 20px 0">Edit</button><p style="height: 3000px">Rows</p>
    <script>window.scrollTo(0, 60)</script>`.replace('BUTTON', BUTTON);
  expect(await faultsIn(html)).toEqual([]);
});

it('what a pseudo-element adds to a button counts where the edge of the window cuts it off at first', async () => {
  const html = `<style>button { position: absolute; top: 804px; width: 30px; height: 30px } button::after { content: ''; position: absolute; inset: -12px }</style>
    <div style="position: relative; height: 3000px"><button style="left: 60px">x</button></div>`;
  expect(await faultsIn(html)).toEqual([]);
});

it('a menu that a button has opened lies upon the page, and is no fault of it', async () => {
  const html = `<nav><div><button style="${BUTTON}" aria-expanded="true" aria-controls="menu">Menu</button></div>
    <div id="menu" style="position: absolute; inset: 60px 0 0; background: Canvas">
      <a href="#a" style="${BUTTON}; display: block; position: relative">Orders</a>LINK
    </div></nav><button style="${BUTTON}; margin-top: 90px">Edit</button>`;
  expect(await faultsIn(html.replace('LINK', ''))).toEqual([]);
  const upon = `<p style="position: absolute; inset: 0">Veil</p>`;
  expect(await faultsIn(html.replace('LINK', upon))).toEqual([
    expect.stringMatching(/“Orders” is covered: by p “Veil”/),
  ]);
});

it('words over a picture that moves away as it is scrolled to are compared with what lies behind them afterwards', async () => {
  const html = `<style>body { overflow-anchor: none }</style><p style="height: 3000px">Reviews</p>
    <div style="position: relative; width: 200px; height: 60px"><img src="${PIXEL}" width="200" height="60" alt="A white ring">
      <b style="position: absolute; top: 0; left: 0; color: #222">On white</b></div><p style="height: 3000px">Questions</p>
    <script>addEventListener('scroll', () => requestAnimationFrame(() => {
      const above = document.querySelector('p').style;
      above.height = parseInt(above.height) + 100 + 'px';
    }))</script>`;
  expect(await faultsIn(html)).toEqual([]);
});

it('words over a picture that is drawn late are compared with the picture', async () => {
  const html = `<p style="height: 3000px">Reviews</p>
    <div style="position: relative; width: 200px; height: 60px"><img src="${PIXEL}" width="200" height="60" alt="A white ring">
      <b style="position: absolute; top: 0; left: 0; color: #222">On white</b>
      <i style="position: absolute; inset: 0; background: #111; visibility: hidden"></i></div><p style="height: 3000px">Questions</p>
    <script>addEventListener('scroll', () => {
      const undrawn = document.querySelector('i').style;
      undrawn.visibility = 'visible';
      setTimeout(() => { undrawn.visibility = 'hidden'; }, 150);
    })</script>`;
  expect(await faultsIn(html)).toEqual([]);
});
