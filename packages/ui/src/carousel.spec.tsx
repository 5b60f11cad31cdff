import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Carousel } from './carousel.tsx';

// Real: the component. jsdom lays nothing out: sizes are given here.
describe('a carousel', () => {
  let layOut: () => void;
  beforeEach(() => {
    Object.assign(window, {
      ResizeObserver: class {
        constructor(callback: () => void) {
          layOut = callback;
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
    row.scrollBy = jest.fn() as typeof row.scrollBy;
    act(() => layOut());
    return row;
  };
  const arrow = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true });

  it('has no arrows where everything is seen', () => {
    shown(400);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('goes on by what is seen, and knows its ends', () => {
    const row = shown(1200);
    expect([arrow('Previous').disabled, arrow('Next').disabled]).toEqual([true, false]);
    fireEvent.click(arrow('Next'));
    expect(row.scrollBy).toHaveBeenCalledWith({ left: 400 });
    Object.defineProperty(row, 'scrollLeft', { value: 800 });
    fireEvent.scroll(row);
    expect([arrow('Previous').disabled, arrow('Next').disabled]).toEqual([false, true]);
  });
});
