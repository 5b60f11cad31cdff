import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createArrival } from './arrival.ts';

let step = 0;
beforeEach(() => {
  window.scrollTo = () => {};
  // jsdom lacks both.
  performance.getEntriesByType = () => [];
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});
afterEach(cleanup);

function Shop() {
  return (
    <>
      <button type="button">Account</button>
      <a href="/about">About</a>
      <main id="page">
        <h1>About us</h1>
      </main>
    </>
  );
}

/** A visitor on one page, whose click on `About` has just changed the address. */
function leave(hash = '') {
  render(<Shop />);
  const { arrive, depart } = createArrival(document.createElement('p'), { site: () => undefined, hasHead: true });
  arrive({ head: null, isBack: false });
  const link = screen.getByRole('link');
  fireEvent.pointerDown(link);
  link.focus();
  window.history.pushState({ key: `visit-${++step}` }, '', `/about-${step}${hash}`);
  depart();
  return () => arrive({ head: null, isBack: false });
}

it('moves the focus to the heading of the page that came', () => {
  const arrive = leave();
  arrive();
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

it('moves it too when a script gave it to something else meanwhile, as a dialog does that closes', () => {
  const arrive = leave();
  screen.getByRole('button').focus();
  arrive();
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

it('leaves it to the visitor who took up something else while the page was on its way', () => {
  const arrive = leave();
  fireEvent.pointerDown(screen.getByRole('button'));
  screen.getByRole('button').focus();
  arrive();
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

it('leaves it to a part of the page that has taken it, such as the row that one came from, and shows that part', () => {
  const arrive = leave();
  const row = document.createElement('p');
  row.tabIndex = -1;
  row.scrollIntoView = jest.fn();
  document.getElementById('page')!.append(row);
  row.focus();
  arrive();
  expect(document.activeElement).toBe(row);
  expect(row.scrollIntoView).toHaveBeenCalled();
});

it('arrives as well where the address ends in what names nothing', () => {
  const arrive = leave('#50%');
  expect(arrive).not.toThrow();
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

it('leaves the visitor where the browser has brought them by itself', () => {
  const { arrive } = createArrival(document.createElement('p'), { site: () => undefined, hasHead: true });
  arrive({ head: null, isBack: false });
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // Like a plain `<a href="#page">`, which the router takes for Back.
  window.history.pushState(null, '', '#page');
  arrive({ head: null, isBack: true });
  expect(scrollTo).not.toHaveBeenCalled();
});

describe('the top of a new page', () => {
  let isReduced = false;
  let scrolled: unknown[] = [];
  beforeEach(() => {
    scrolled = [];
    isReduced = false;
    window.matchMedia = () => ({ matches: isReduced }) as MediaQueryList;
    window.scrollTo = (to: unknown) => scrolled.push(to);
  });
  afterEach(() => void Reflect.deleteProperty(document, 'activeViewTransition'));

  it('comes smoothly, also of the same page', () => {
    leave()();
    const { arrive } = createArrival(document.createElement('p'), { site: () => undefined, hasHead: true });
    arrive({ head: null, isBack: false });
    window.history.pushState({ key: `visit-${++step}` }, '', '?page=2');
    arrive({ head: null, isBack: false });
    expect(scrolled).toEqual([
      { top: 0, behavior: 'smooth' },
      { top: 0, behavior: 'smooth' },
    ]);
  });

  it('comes at once where a picture moves to its place on it, and where motion is reduced', () => {
    Object.assign(document, { activeViewTransition: {} });
    leave()();
    cleanup();
    Reflect.deleteProperty(document, 'activeViewTransition');
    isReduced = true;
    leave()();
    expect(scrolled).toEqual([
      { top: 0, behavior: 'instant' },
      { top: 0, behavior: 'instant' },
    ]);
  });
});
