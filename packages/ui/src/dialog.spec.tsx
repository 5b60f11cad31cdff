import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Dialog, FormDialog } from './dialog.tsx';

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

  it('stays when a file picker in it is cancelled', () => {
    const onClose = jest.fn();
    render(
      <Dialog title="Add a picture" onClose={onClose}>
        <input type="file" aria-label="Picture" />
      </Dialog>,
    );
    fireEvent(screen.getByLabelText('Picture'), new Event('cancel', { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('with a form asks once, in the open dialog, where the browser closes it whatever was answered', () => {
    const onClose = jest.fn();
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    render(
      <FormDialog title="Add a size" busy={false} onSubmit={() => {}} onClose={onClose}>
        <input aria-label="Size" name="size" />
      </FormDialog>,
    );
    fireEvent.change(screen.getByLabelText('Size'), { target: { value: '14' } });
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    fireEvent(dialog, new Event('cancel'));
    dialog.open = false;
    fireEvent(dialog, new Event('close'));
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(dialog.open).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    confirm.mockRestore();
  });

  it('with a form asks before what was written is lost, by Cancel and by Escape, and only then', () => {
    const onClose = jest.fn();
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    render(
      <FormDialog title="Add a size" busy={false} onSubmit={() => {}} onClose={onClose}>
        <input aria-label="Size" name="size" defaultValue="12" />
      </FormDialog>,
    );
    const size = screen.getByLabelText('Size');
    fireEvent.change(size, { target: { value: '14' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(onClose).not.toHaveBeenCalled();
    confirm.mockReturnValue(true);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.change(size, { target: { value: '12' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(confirm).toHaveBeenCalledTimes(3);
    confirm.mockRestore();
  });
});
