import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useSlides } from './slides.ts';

// Played: the layout and the size of the row, which jsdom does not have.
let resized: () => void;
let scrolls: ScrollToOptions[] = [];

function Row() {
  const row = useRef<HTMLUListElement>(null);
  const show = useSlides(row);
  return (
    <>
      <ul ref={row} aria-label="Row">
        {[0, 1, 2].map((i) => (
          <li key={i} />
        ))}
      </ul>
      <button type="button" onClick={() => show(1)}>
        Second
      </button>
    </>
  );
}

beforeEach(() => {
  scrolls = [];
  globalThis.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      resized = () => callback([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  render(<Row />);
  const row = screen.getByRole('list');
  row.scrollTo = jest.fn((options: ScrollToOptions) => void scrolls.push(options)) as never;
  layOut(390);
});

/** A row of three slides of this width. */
function layOut(width: number): void {
  const row = screen.getByRole('list');
  Object.defineProperties(row, {
    clientWidth: { value: width, configurable: true },
    scrollWidth: { value: 3 * width, configurable: true },
  });
  [...row.children].forEach((slide, i) =>
    Object.defineProperty(slide, 'offsetLeft', { value: i * width, configurable: true }),
  );
}

function stopAt(left: number): void {
  const row = screen.getByRole('list');
  row.scrollLeft = left;
  fireEvent(row, new Event('scrollend'));
}

describe('a row of slides that is turned while it slides', () => {
  it('jumps to the wanted slide when it stopped between two, also before it hears of its new size', () => {
    fireEvent.click(screen.getByRole('button'));
    layOut(844);
    stopAt(363);
    resized();
    expect(scrolls).toEqual([
      { left: 390, behavior: 'auto' },
      { left: 844, behavior: 'instant' },
      { left: 844, behavior: 'instant' },
    ]);
  });

  it('stays where it is once it has arrived, and where a person scrolls it themselves', () => {
    fireEvent.click(screen.getByRole('button'));
    stopAt(390);
    resized();
    fireEvent.click(screen.getByRole('button'));
    fireEvent.pointerDown(screen.getByRole('list'));
    stopAt(120);
    resized();
    expect(scrolls.map(({ behavior }) => behavior)).toEqual(['auto', 'auto']);
  });
});
