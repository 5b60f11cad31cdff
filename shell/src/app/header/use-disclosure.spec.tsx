import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useDisclosure } from './use-disclosure.ts';

afterEach(cleanup);

function Menu() {
  const { isOpen, open, openOnFocus, peek, close, frame, button } = useDisclosure();
  return (
    <>
      <div data-testid="frame" {...frame} onPointerEnter={peek}>
        <button ref={button} type="button" onClick={() => (isOpen ? close() : open())}>
          Account
        </button>
        <button type="button" onFocus={openOnFocus}>
          Country
        </button>
        {isOpen && <a href="/user/profile">Profile</a>}
      </div>
      <button type="button">Elsewhere</button>
    </>
  );
}

const button = () => screen.getByRole('button', { name: 'Account' });
const frame = () => screen.getByTestId('frame');
const isOpen = () => screen.queryByRole('link') !== null;

it('stays open after a click though the page moves away from under the pointer', () => {
  render(<Menu />);
  fireEvent.click(button());
  fireEvent.pointerLeave(frame());
  expect(isOpen()).toBe(true);
  fireEvent.click(button());
  expect(isOpen()).toBe(false);
});

it('closes with the pointer’s leaving where its coming opened it', () => {
  render(<Menu />);
  fireEvent.pointerEnter(frame());
  expect(isOpen()).toBe(true);
  fireEvent.pointerLeave(frame());
  expect(isOpen()).toBe(false);
});

it('closes on a click elsewhere, on leaving it by the focus, and on Escape, which brings the focus back', () => {
  render(<Menu />);
  fireEvent.click(button());
  fireEvent.pointerDown(screen.getByRole('link'));
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(document.body);
  expect(isOpen()).toBe(false);

  fireEvent.click(button());
  fireEvent.blur(screen.getByRole('link'), { relatedTarget: screen.getByRole('button', { name: 'Elsewhere' }) });
  expect(isOpen()).toBe(false);

  fireEvent.click(button());
  fireEvent.keyDown(screen.getByRole('link'), { key: 'Escape' });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
});

it('is still there when the focus goes nowhere: with the window, or to what takes none in the menu itself', () => {
  render(<Menu />);
  fireEvent.click(button());
  fireEvent.pointerDown(screen.getByRole('link'));
  fireEvent.blur(button(), { relatedTarget: null });
  expect(isOpen()).toBe(true);
});

it('opens when the focus arrives, and not when the window comes back with it', () => {
  render(<Menu />);
  const country = screen.getByRole('button', { name: 'Country' });
  act(() => country.focus());
  expect(isOpen()).toBe(true);
  fireEvent.keyDown(country, { key: 'Escape' });
  act(() => country.focus());
  fireEvent.pointerDown(document.body);
  expect(isOpen()).toBe(false);
  // Still the active element: the window lost the focus.
  fireEvent.blur(country, { relatedTarget: null });
  fireEvent.focus(country);
  expect(isOpen()).toBe(false);
  act(() => country.blur());
  act(() => country.focus());
  expect(isOpen()).toBe(true);
});
