import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { Picture } from '@shop/ui/picture.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import type { ReactNode } from 'react';
import { FocusField } from './focus-field.tsx';
import s from './gallery.module.css';
import type { PictureNote } from './notes.ts';

interface Props {
  title: string;
  image: string;
  note: PictureNote | undefined;
  /** The text that pages make without one. */
  made: string;
  onChange(note: PictureNote): void;
  onClose(): void;
  /** More buttons. */
  children?: ReactNode;
}

const MAX_ALT = 200;

/** Where the shop crops a picture, and how. */
const CROPS = [
  { ratio: '1 / 1', label: 'Card, gallery, cart' },
  { ratio: '4 / 5', label: 'Home page' },
] as const;

/** Text and focal point of one picture. What is written is in the form at once, and saved with it. */
export function PictureDialog({ title, image, note, made, onChange, onClose, children }: Props) {
  const tell = (change: Partial<PictureNote>) => onChange({ image, ...note, ...change });
  return (
    <Dialog title={title} kind="drawer" onClose={onClose}>
      <div className={s.about}>
        <TextArea
          label="Alternative text"
          hint={`Read out to who does not see the picture, and found by search engines. Empty: “${made}”`}
          rows={3}
          maxLength={MAX_ALT}
          value={note?.alt ?? ''}
          onChange={({ currentTarget: { value } }) => tell({ alt: value === '' ? undefined : value })}
        />
        <p className={s.hint} aria-live="off">
          {(note?.alt ?? '').length} of {MAX_ALT} characters
        </p>
        <FocusField image={image} focus={note?.focus} onChange={(focus) => tell({ focus })} />
        <ul className={s.crops} aria-label="As the shop crops it">
          {CROPS.map(({ ratio, label }) => (
            <li key={ratio}>
              <Picture src={image} alt="" sizes="8rem" ratio={ratio} focus={note?.focus} />
              <small>{label}</small>
            </li>
          ))}
        </ul>
        <DialogActions>
          {children}
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
