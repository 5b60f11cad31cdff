import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useOutOfTheWay } from './use-out-of-the-way.ts';

const SIZE = 52;
/** jsdom has no layout: a window of 1024 × 768, and the chat 16 px from its lower right corner. */
const HOME = { offsetLeft: 1024 - SIZE - 16, offsetTop: 768 - SIZE - 16, offsetWidth: SIZE, offsetHeight: SIZE };

let under: (x: number, y: number) => Element | null;
beforeEach(() => {
  jest.useFakeTimers();
  for (const [name, value] of Object.entries(HOME)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
  Object.defineProperty(document.documentElement, 'clientWidth', { configurable: true, get: () => 1024 });
  Object.assign(document, { elementFromPoint: (x: number, y: number) => under(x, y) });
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function Chat() {
  const link = useRef<HTMLAnchorElement>(null);
  useOutOfTheWay(link);
  return (
    <>
      <button type="button">Buy Now</button>
      <a ref={link} href="/chat">
        Chat
      </a>
    </>
  );
}
const chat = () => screen.getByText('Chat');
const away = () => ['--away-x', '--away-y'].map((name) => chat().style.getPropertyValue(name));
/** A button at the bottom of the screen, from `top` on. */
const buttonFrom = (top: number, left = 0) => {
  const button = screen.getByText('Buy Now');
  button.getBoundingClientRect = () => ({ top, bottom: 768, left, right: 1024 }) as DOMRect;
  under = (x, y) => (y >= top && x >= left ? button : document.body);
};
const settle = () => {
  fireEvent.scroll(window);
  return act(() => jest.advanceTimersByTimeAsync(150));
};

it('stays in its corner where it covers nothing that can be pressed', async () => {
  under = () => document.body;
  render(<Chat />);
  await settle();
  expect(away()).toEqual(['0px', '0px']);
});

it('moves up from a button, and back when the button is gone', async () => {
  render(<Chat />);
  buttonFrom(720);
  await settle();
  expect(away()).toEqual(['0px', '-52px']);
  under = () => document.body;
  await settle();
  expect(away()).toEqual(['0px', '0px']);
});

it('moves up from a button that appears later, where nothing scrolls and no page grows', async () => {
  under = () => document.body;
  render(<Chat />);
  await settle();
  buttonFrom(720);
  await act(async () => {
    screen.getByText('Buy Now').hidden = true;
    screen.getByText('Buy Now').hidden = false;
    await jest.advanceTimersByTimeAsync(150);
  });
  expect(away()).toEqual(['0px', '-52px']);
});

it('goes to the other edge where its own has no room', async () => {
  render(<Chat />);
  buttonFrom(200, 500);
  await settle();
  expect(away()).toEqual([`${16 - HOME.offsetLeft}px`, '0px']);
});

it('stays where there is no free place', async () => {
  render(<Chat />);
  buttonFrom(0);
  await settle();
  expect(away()).toEqual(['0px', '0px']);
});

it('takes a link that is stretched over a card for as large as its text', async () => {
  render(<Chat />);
  const button = screen.getByText('Buy Now');
  button.getBoundingClientRect = () => ({ top: 100, bottom: 120, left: 0, right: 1024 }) as DOMRect;
  under = () => button;
  await settle();
  expect(away()).toEqual(['0px', '0px']);
});

it('leaves free what has to be read before a button is pressed', async () => {
  render(
    <>
      <Chat />
      <p role="status">It cannot be returned</p>
    </>,
  );
  const note = screen.getByRole('status');
  note.getBoundingClientRect = () => ({ top: 668, bottom: 768, left: 0, right: 1024 }) as DOMRect;
  under = (_x, y) => (y >= 668 ? note : document.body);
  await settle();
  expect(away()).not.toEqual(['0px', '0px']);
});
