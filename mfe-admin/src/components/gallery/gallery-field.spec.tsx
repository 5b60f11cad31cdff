import { afterEach, describe, expect, it } from '@jest/globals';
import { createStore, SessionContext, type SessionState } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { GalleryField } from './gallery-field.tsx';
import type { PictureNotes } from './notes.ts';

/** The library is for those who may upload. */
const SIGNED_OUT = {
  state: createStore<SessionState>({ status: 'guest', user: null }),
  actions: {} as never,
};
const [A, B, C] = ['a', 'b', 'c'].map((name) => `/api/v1/images/${name}.webp`) as [string, string, string];

// Real field in jsdom, which has no layout: dragging is in the journey.
describe('the pictures of a piece', () => {
  afterEach(cleanup);
  let images: string[] = [];
  let notes: PictureNotes = [];
  function Form({ start, startNotes }: { start: string[]; startNotes?: PictureNotes }) {
    const [shown, setShown] = useState(start);
    const [said, setSaid] = useState(startNotes ?? []);
    [images, notes] = [shown, said];
    return (
      <SessionContext value={SIGNED_OUT}>
        <GalleryField
          images={shown}
          notes={said}
          of="Meera Ring in Rose Gold"
          max={12}
          onImages={setShown}
          onNotes={setSaid}
        />
      </SessionContext>
    );
  }
  const tiles = () => within(screen.getByRole('list', { name: 'Pictures in order' })).getAllByRole('listitem');
  const picture = (n: number) => within(tiles()[n - 1]!).getAllByRole('button')[0]!;
  const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  const key = (element: HTMLElement, name: string, shiftKey = false) =>
    act(async () => fireEvent.keyDown(element, { key: name, shiftKey }));

  it('are moved by the arrow keys, keep the focus and say where they are', async () => {
    render(<Form start={[A, B, C]} />);
    picture(1).focus();
    await key(picture(1), 'ArrowRight');
    expect(images).toEqual([B, A, C]);
    expect(document.activeElement).toBe(picture(2));
    expect(screen.getByText('Picture 1 is now picture 2 of 3')).toBeTruthy();
    await key(picture(2), 'End');
    expect(images).toEqual([B, C, A]);
    await key(picture(3), 'ArrowRight');
    expect(images).toEqual([B, C, A]);
    await key(picture(3), 'Home');
    expect(images).toEqual([A, B, C]);
  });

  it('are moved by buttons, which keep the focus until they can move no further', async () => {
    render(<Form start={[A, B, C]} />);
    const later = (n: number) => screen.getByRole<HTMLButtonElement>('button', { name: `Move picture ${n} later` });
    later(1).focus();
    await press('Move picture 1 later');
    expect(document.activeElement).toBe(later(2));
    await press('Move picture 2 later');
    expect([images, later(3).disabled]).toEqual([[B, C, A], true]);
    expect(document.activeElement).toBe(picture(3));
  });

  it('say which is on the card and which on hover', () => {
    render(<Form start={[A, B, C]} />);
    expect(tiles().map((tile) => tile.querySelector('p')!.textContent)).toEqual(['On the card', 'On hover', '3']);
    expect(picture(1).getAttribute('aria-label')).toBe(
      'Picture 1 of 3, on the card: Meera Ring in Rose Gold, picture 1 of 3',
    );
  });

  it('are removed with what was said of them, and come back with it', async () => {
    const note = { image: B, alt: 'From behind', focus: { x: 10, y: 90 } };
    render(<Form start={[A, B, C]} startNotes={[note]} />);
    await press('Remove picture 2');
    expect([images, notes]).toEqual([[A, C], []]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
    await press('Undo');
    expect([images, notes]).toEqual([[A, B, C], [note]]);
    expect(document.activeElement).toBe(picture(2));
  });

  it('have a text, and the one that the shop makes without it', async () => {
    render(<Form start={[A, B]} />);
    await act(async () => fireEvent.click(picture(2)));
    expect(screen.getByText(/Empty: “Meera Ring in Rose Gold, picture 2 of 2”/)).toBeTruthy();
    const field = screen.getByLabelText('Alternative text');
    await act(async () => fireEvent.change(field, { target: { value: 'The ring on a hand' } }));
    expect(notes).toEqual([{ image: B, alt: 'The ring on a hand' }]);
    await act(async () => fireEvent.change(field, { target: { value: '' } }));
    expect(notes).toEqual([]);
  });

  it('have a focal point that keys and clicks move, within the picture', async () => {
    render(<Form start={[A]} />);
    await act(async () => fireEvent.click(picture(1)));
    const cross = () => screen.getByRole('button', { name: /^Focal point: / });
    await key(cross(), 'ArrowLeft');
    await key(cross(), 'ArrowUp', true);
    expect(notes).toEqual([{ image: A, focus: { x: 49, y: 40 } }]);
    expect(cross().getAttribute('aria-label')).toBe('Focal point: 49 % from the left, 40 % from the top');
    for (let i = 0; i < 5; i += 1) await key(cross(), 'ArrowUp', true);
    expect(notes[0]!.focus).toEqual({ x: 49, y: 0 });
    cross().getBoundingClientRect = () => ({ left: 100, top: 50, width: 400, height: 200 }) as DOMRect;
    await act(async () => fireEvent.click(cross(), { detail: 1, clientX: 200, clientY: 200 }));
    expect(notes[0]!.focus).toEqual({ x: 25, y: 75 });
    const crops = screen.getByRole('list', { name: 'As the shop crops it' }).querySelectorAll('img');
    expect([...crops].map(({ style }) => style.objectPosition)).toEqual(['25% 75%', '25% 75%']);
    await press('Back to the middle');
    expect(notes).toEqual([]);
  });
});
