import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Stepper } from './stepper.tsx';

describe('a stepper', () => {
  afterEach(cleanup);

  it('never goes below 1 or above what there is', () => {
    const onChange = jest.fn();
    const { rerender } = render(<Stepper of="rings" value={1} max={2} onChange={onChange} />);
    const [less, more] = ['One less', 'One more'].map((name) =>
      screen.getByRole<HTMLButtonElement>('button', { name }),
    );
    expect([less!.disabled, more!.disabled]).toEqual([true, false]);
    fireEvent.click(more!);
    expect(onChange).toHaveBeenCalledWith(2);
    rerender(<Stepper of="rings" value={2} max={2} onChange={onChange} />);
    expect([less!.disabled, more!.disabled]).toEqual([false, true]);
  });
});
