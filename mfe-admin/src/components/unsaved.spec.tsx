import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { mayLeave, useUnsaved } from './unsaved.ts';

// Real: what listens at the window. Played by the test: the person who is asked.
const confirm = jest.spyOn(window, 'confirm');
beforeEach(() => void confirm.mockReset().mockReturnValue(true));
afterEach(cleanup);

function Forms({ unsaved }: { unsaved: readonly [boolean, boolean] }) {
  useUnsaved(unsaved[0]);
  useUnsaved(unsaved[1]);
  return (
    <a href="/elsewhere" onClick={(event) => event.preventDefault()}>
      Leave
    </a>
  );
}

const follow = () => fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
const unload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('one question is asked before several forms are lost, as long as one of them is not saved', () => {
  const { rerender } = render(<Forms unsaved={[true, true]} />);
  follow();
  expect(confirm).toHaveBeenCalledTimes(1);
  rerender(<Forms unsaved={[false, true]} />);
  follow();
  expect(confirm).toHaveBeenCalledTimes(2);
  expect([unload(), mayLeave()]).toEqual([true, true]);
  expect(confirm).toHaveBeenCalledTimes(3);
  rerender(<Forms unsaved={[false, false]} />);
  follow();
  expect([unload(), mayLeave()]).toEqual([false, true]);
  expect(confirm).toHaveBeenCalledTimes(3);
  rerender(<Forms unsaved={[true, false]} />);
  follow();
  expect(confirm).toHaveBeenCalledTimes(4);
});
