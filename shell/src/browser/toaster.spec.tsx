import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { toast, toasts } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import Toaster from './toaster.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  toasts.set([]);
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  jest.useRealTimers();
});

const show = async (what: () => unknown) => act(async () => void what());
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const message = () => screen.queryByText('Saved')?.closest('li') ?? null;

describe('a toast', () => {
  it('is there for four seconds', async () => {
    render(<Toaster />);
    await show(() => toast.success('Saved'));
    expect(screen.getByRole('status').textContent).toBe('Saved');
    await wait(3999);
    expect(message()).not.toBeNull();
    await wait(1);
    expect(message()).toBeNull();
  });

  it('stays while the pointer or the focus is on it, and has its four seconds after that', async () => {
    render(<Toaster />);
    await show(() => toast.success('Saved'));
    fireEvent.pointerEnter(message()!);
    await wait(60_000);
    expect(message()).not.toBeNull();
    fireEvent.pointerLeave(message()!);
    await wait(3999);
    fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
    await wait(60_000);
    fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }));
    await wait(3999);
    expect(message()).not.toBeNull();
    await wait(1);
    expect(message()).toBeNull();
  });

  it('about something under way stays until that is done, and then its outcome has four seconds', async () => {
    render(<Toaster />);
    let done = () => {};
    const work = new Promise<void>((resolve) => {
      done = resolve;
    });
    await show(() => toast.promise(work, { loading: 'Saving…', success: 'Saved', error: 'Failed' }));
    await wait(60_000);
    expect(screen.getByText('Saving…')).toBeTruthy();
    await show(done);
    await wait(3999);
    expect(message()).not.toBeNull();
    await wait(1);
    expect(message()).toBeNull();
  });

  it('about something under way that was dismissed holds nobody up: its outcome has four seconds', async () => {
    render(<Toaster />);
    let done = () => {};
    const work = new Promise<void>((resolve) => {
      done = resolve;
    });
    await show(() => toast.promise(work, { loading: 'Saving…', success: 'Saved', error: 'Failed' }));
    // A removed element gets no `pointerleave`.
    fireEvent.pointerEnter(screen.getByText('Saving…').closest('li')!);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await wait(0);
    await show(done);
    expect(message()).not.toBeNull();
    await wait(4000);
    expect(message()).toBeNull();
  });

  it('goes at once when it is dismissed', async () => {
    render(<Toaster />);
    await show(() => toast.error('No such code'));
    expect(screen.getByRole('alert').textContent).toBe('No such code');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await wait(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('moves over an overlay that opens after it, back when that closes, and its time goes on', async () => {
    render(<Toaster />);
    await show(() => toast.success('Saved'));
    await wait(2000);
    const dialog = document.createElement('dialog');
    dialog.setAttribute('open', '');
    await show(() => document.body.append(dialog));
    await wait(0);
    expect(dialog.contains(message())).toBe(true);
    await wait(1000);
    await show(() => dialog.removeAttribute('open'));
    await wait(0);
    expect([message() !== null, dialog.contains(message())]).toEqual([true, false]);
    await wait(999);
    expect(message()).not.toBeNull();
    await wait(1);
    expect(message()).toBeNull();
  });
});
