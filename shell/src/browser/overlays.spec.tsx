import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LoaderContext, closeOverlays, openOverlay, overlays, useOverlayGuard, type PartLoader } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import Overlays from './overlays.tsx';

afterEach(async () => {
  await act(async () => closeOverlays());
  cleanup();
});

let mayDismiss: jest.Mock<() => boolean>;
beforeEach(() => {
  mayDismiss = jest.fn<() => boolean>().mockReturnValue(true);
});

function Content() {
  useOverlayGuard(mayDismiss);
  return <input aria-label="E-mail" />;
}

const loader: PartLoader = {
  peek: () => ({ default: Content, overlay: { kind: 'panel', label: 'Sign in' } }),
  load: () => Promise.reject(new Error('not asked for in this test')),
  standing: () => false,
  preloadPart: () => {},
  preloadPage: () => {},
};

async function open() {
  render(
    <LoaderContext value={loader}>
      <Overlays />
    </LoaderContext>,
  );
  await act(async () => void openOverlay('account/sign-in', {}));
  return screen.getByRole('dialog', { name: 'Sign in' });
}

it('closes by a press beside it', async () => {
  const dialog = await open();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(overlays.get()).toEqual([]);
});

it('stays when what is marked in it goes beyond its edge, though that ends in a click beside it', async () => {
  const dialog = await open();
  fireEvent.pointerDown(screen.getByLabelText('E-mail'));
  fireEvent.click(dialog);
  expect(overlays.get()).toHaveLength(1);
});

it('stays when a file picker in it is cancelled', async () => {
  await open();
  fireEvent(screen.getByLabelText('E-mail'), new Event('cancel', { bubbles: true }));
  expect(overlays.get()).toHaveLength(1);
});

describe('what its content asks before it is lost', () => {
  const escape = (dialog: HTMLElement, cancelable = true) =>
    fireEvent(dialog, new Event('cancel', { bubbles: false, cancelable }));
  const pressBeside = (dialog: HTMLElement) => {
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
  };
  const pressClose = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));

  it.each([
    ['Escape', (dialog: HTMLElement) => escape(dialog)],
    ['a press beside it', pressBeside],
    ['its ×', pressClose],
  ])('is asked at %s, and keeps it open', async (_, dismiss) => {
    const dialog = await open();
    mayDismiss.mockReturnValueOnce(false);
    dismiss(dialog);
    expect(overlays.get()).toHaveLength(1);
    dismiss(dialog);
    expect(mayDismiss).toHaveBeenCalledTimes(2);
    expect(overlays.get()).toEqual([]);
  });

  it('is asked once, in the open dialog, where the browser closes it whatever is answered', async () => {
    const dialog = (await open()) as HTMLDialogElement;
    mayDismiss.mockReturnValueOnce(false);
    escape(dialog, false);
    dialog.open = false;
    fireEvent(dialog, new Event('close'));
    expect(mayDismiss).toHaveBeenCalledTimes(1);
    expect(dialog.open).toBe(true);
    expect(overlays.get()).toHaveLength(1);
  });

  it('is not asked when the page closes it', async () => {
    await open();
    await act(async () => closeOverlays());
    expect(mayDismiss).not.toHaveBeenCalled();
    expect(overlays.get()).toEqual([]);
  });
});
