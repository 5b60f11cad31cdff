import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from './dialog.tsx';

describe('a dialog', () => {
  beforeEach(() => {
    // Missing in jsdom.
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= () => {};
  });
  afterEach(cleanup);

  it('is closed by a press beside it, not by one that began inside: what is marked to beyond its edge is not lost', () => {
    const onClose = jest.fn();
    render(
      <Dialog title="Add a size" onClose={onClose}>
        <input aria-label="Size" />
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog');
    fireEvent.pointerDown(screen.getByLabelText('Size'));
    fireEvent.click(dialog);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
