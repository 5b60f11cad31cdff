import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { type Tab, Tabs } from './tabs.tsx';

const TABS: Tab<'a' | 'b' | 'c'>[] = [
  { value: 'a', name: 'First' },
  { value: 'b', name: 'Second', disabled: 'Not today' },
  { value: 'c', name: 'Third' },
];
function Example() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
  return (
    <Tabs label="Views" tabs={TABS} value={value} onChoose={(next) => setValue(next)}>
      View {value}
    </Tabs>
  );
}

describe('tabs', () => {
  afterEach(cleanup);

  it('show the view of the tab that is pressed, named after it', () => {
    render(<Example />);
    fireEvent.click(screen.getByRole('tab', { name: 'Third' }));
    expect(screen.getByRole('tabpanel', { name: 'Third' }).textContent).toBe('View c');
  });

  it('are gone through by the arrow keys, round and past what cannot be chosen', () => {
    render(<Example />);
    const first = screen.getByRole('tab', { name: 'First' });
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    const third = screen.getByRole('tab', { name: 'Third' });
    expect(third.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(third);
    fireEvent.keyDown(third, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(first);
  });

  it('are one stop of the Tab key', () => {
    render(<Example />);
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  });

  it('say why one cannot be chosen', () => {
    render(<Example />);
    expect(screen.getByRole<HTMLButtonElement>('tab', { name: 'Second' })).toMatchObject({
      disabled: true,
      title: 'Not today',
    });
  });
});
