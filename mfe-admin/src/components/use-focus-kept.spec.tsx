import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useFocusKept } from './use-focus-kept.ts';

afterEach(cleanup);

function Parcels() {
  useFocusKept();
  const [rows, setRows] = useState(['one', 'two', 'three']);
  const [sent, setSent] = useState(0);
  const [isRead, setRead] = useState(false);
  const [asked, setAsked] = useState<string>();
  const without = (row: string) => setRows(rows.filter((one) => one !== row));
  return (
    <main>
      <h1>Parcels</h1>
      <section aria-label="Send">
        <h2>Next parcel</h2>
        <form key={sent}>
          <button type="button" onClick={() => setSent(sent + 1)}>
            Send
          </button>
          {sent > 0 && <p>{sent} sent</p>}
        </form>
      </section>
      <section>
        <h2>Told</h2>
        {!isRead && (
          <button type="button" onClick={() => setRead(true)}>
            Mark as read
          </button>
        )}
      </section>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button">Edit {row}</button>
            <button type="button" onClick={() => without(row)}>
              Remove {row}
            </button>
            <button type="button" onClick={() => setAsked(row)}>
              Delete {row}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <dialog open>
          <button
            type="button"
            onClick={() => {
              setAsked(undefined);
              without(asked);
            }}
          >
            Yes
          </button>
        </dialog>
      )}
    </main>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
/** As with Enter: the button has the focus. */
const press = async (name: string) => {
  button(name).focus();
  await act(async () => fireEvent.click(button(name)));
};
const focused = () => document.activeElement;

describe('the focus of a staff screen', () => {
  it('goes to the same button of the next row when its row goes, and to that of the row before at the end', async () => {
    render(<Parcels />);
    await press('Remove two');
    await waitFor(() => expect(focused()).toBe(button('Remove three')));
    await press('Remove three');
    await waitFor(() => expect(focused()).toBe(button('Remove one')));
  });

  it('goes there also when a dialog asked before, whose button had it', async () => {
    render(<Parcels />);
    await press('Delete one');
    await press('Yes');
    await waitFor(() => expect(focused()).toBe(button('Delete two')));
  });

  it('goes to the same button of a form that begins again', async () => {
    render(<Parcels />);
    const before = button('Send');
    await press('Send');
    expect(before.isConnected).toBe(false);
    await waitFor(() => expect(focused()).toBe(button('Send')));
  });

  it('goes to the heading of its part of the page when there is nothing more to press', async () => {
    render(<Parcels />);
    await press('Mark as read');
    await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Told' })));
  });

  it('is not taken again by what somebody left', async () => {
    render(<Parcels />);
    button('Edit one').focus();
    act(() => button('Edit one').blur());
    await act(async () => fireEvent.click(button('Remove three')));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(focused()).toBe(document.body);
  });
});
