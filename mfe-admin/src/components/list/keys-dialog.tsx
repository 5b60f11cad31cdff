import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { keep, useKept } from './kept.ts';
import s from './list-screen.module.css';

const KEYS = [
  ['↓ or j', 'Next row'],
  ['↑ or k', 'Row before'],
  ['Home, End', 'First row, last row'],
  ['Enter', 'Open the row'],
  ['Space or x', 'Select the row'],
  ['Shift and one of these', 'Select up to there'],
  ['/', 'Search'],
  ['Ctrl+K or ⌘K', 'Search everywhere, or jump to a screen'],
  ['?', 'These keys'],
] as const;

/** The keys of a list. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { noLetters } = useKept();
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={s.keys}>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={!noLetters} onChange={({ target }) => keep({ noLetters: !target.checked })}>
        Keys of one character: j, k, x, / and ?
      </Checkbox>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
