import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Carousel } from './carousel.tsx';

// Real: the component. Stubbed: sizes, since jsdom has no layout.
describe('a carousel', () => {
  let observers: (() => void)[];
  const layOut = () => observers.forEach((observer) => observer());
  beforeEach(() => {
    observers = [];
    Object.assign(window, {
      ResizeObserver: class {
        constructor(callback: () => void) {
          observers.push(callback);
        }
        observe() {}
        disconnect() {}
      },
    });
  });
  afterEach(cleanup);

  const shown = (scrollWidth: number) => {
    render(
      <Carousel labelledBy="title" of="pieces">
        {[1, 2, 3].map((n) => (
          <li key={n}>{n}</li>
        ))}
      </Carousel>,
    );
    const row = screen.getByRole('list');
    Object.defineProperties(row, {
      scrollWidth: { value: scrollWidth },
      clientWidth: { value: 400 },
    });
    setWidth(row, 400);
    row.scrollTo = jest.fn() as typeof row.scrollTo;
    act(layOut);
    return row;
  };
  /** Width of a slide. */
  const setWidth = (row: HTMLElement, width: number) =>
    [...row.children].forEach((slide, i) =>
      Object.defineProperty(slide, 'offsetLeft', { value: i * width, configurable: true }),
    );
  const arrow = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true });

  it('has no arrows where everything is seen', () => {
    shown(400);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('goes on by what is seen, and knows its ends', () => {
    const row = shown(1200);
    expect([arrow('Previous').disabled, arrow('Next').disabled]).toEqual([true, false]);
    fireEvent.click(arrow('Next'));
    expect(row.scrollTo).toHaveBeenCalledWith({ left: 400, behavior: 'auto' });
    Object.defineProperty(row, 'scrollLeft', { value: 800 });
    fireEvent.scroll(row);
    expect([arrow('Previous').disabled, arrow('Next').disabled]).toEqual([false, true]);
  });

  it('is at its slide at once when its size changes on the way, and stays where it is once it is there', () => {
    const row = shown(1200);
    fireEvent.click(arrow('Next'));
    setWidth(row, 250);
    act(layOut);
    expect(row.scrollTo).toHaveBeenLastCalledWith({ left: 250, behavior: 'instant' });
    Object.defineProperty(row, 'scrollLeft', { value: 250 });
    fireEvent(row, new Event('scrollend'));
    act(layOut);
    expect(row.scrollTo).toHaveBeenCalledTimes(2);
  });
});
