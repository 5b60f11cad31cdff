import { afterEach, expect, it } from '@jest/globals';
import { LoaderContext, closeOverlays, openOverlay, overlays, type PartLoader } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import Overlays from './overlays.tsx';

afterEach(async () => {
  await act(async () => closeOverlays());
  cleanup();
});

const loader: PartLoader = {
  peek: () => ({ default: () => <input aria-label="E-mail" />, overlay: { kind: 'panel', label: 'Sign in' } }),
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
