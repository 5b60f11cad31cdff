import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useSlides } from './slides.ts';

// Played: the layout and the size of the row, which jsdom does not have.
let resized: () => void;
let scrolls: ScrollToOptions[] = [];
/** Requested and not yet drawn. */
let frames = new Map<number, FrameRequestCallback>();

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
  frames = new Map();
  let count = 0;
  globalThis.requestAnimationFrame = (callback) => {
    frames.set((count += 1), callback);
    return count;
  };
  globalThis.cancelAnimationFrame = (id) => void frames.delete(id);
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

function drawFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const callback of due) callback(0);
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
    ]);
  });

  it('is put right again when the smooth scroll ends at the old place after that', () => {
    fireEvent.click(screen.getByRole('button'));
    layOut(363);
    resized();
    stopAt(363);
    drawFrame();
    screen.getByRole('list').scrollLeft = 844;
    drawFrame();
    expect(scrolls.map(({ left, behavior }) => [left, behavior])).toEqual([
      [390, 'auto'],
      [363, 'instant'],
      [363, 'instant'],
    ]);
  });

  it('is not held for ever, nor where a person scrolls it or another slide is chosen', () => {
    const putAside = () => {
      screen.getByRole('list').scrollLeft = 120;
      const before = scrolls.length;
      drawFrame();
      return scrolls.length - before;
    };
    const turn = () => {
      fireEvent.click(screen.getByRole('button'));
      resized();
    };
    turn();
    fireEvent.pointerDown(screen.getByRole('list'));
    expect(putAside()).toBe(0);
    turn();
    fireEvent.click(screen.getByRole('button'));
    expect(putAside()).toBe(0);
    turn();
    for (let count = 0; count < 100; count += 1) drawFrame();
    expect(putAside()).toBe(0);
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
