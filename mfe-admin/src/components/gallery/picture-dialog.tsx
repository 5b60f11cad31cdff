import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { Picture } from '@shop/ui/picture.tsx';
import { pictureAt } from '@shop/ui/picture-sources.ts';
import { TextArea } from '@shop/ui/text-area.tsx';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import s from './gallery.module.css';
import type { PictureNote } from './notes.ts';

type Focus = NonNullable<PictureNote['focus']>;

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

const MIDDLE: Focus = { x: 50, y: 50 };
const MAX_ALT = 200;

const within = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)));

/** Where the shop crops a picture, and how. */
const CROPS = [
  { ratio: '1 / 1', label: 'Card, gallery, cart' },
  { ratio: '4 / 5', label: 'Home page' },
] as const;

/** Text and focal point of one picture. What is written is in the form at once, and saved with it. */
export function PictureDialog({ title, image, note, made, onChange, onClose, children }: Props) {
  const id = useId();
  const focus = note?.focus ?? MIDDLE;
  const words = `${focus.x} % from the left, ${focus.y} % from the top`;
  const tell = (change: Partial<PictureNote>) => onChange({ image, ...note, ...change });
  const put = (next: Focus) => {
    const { x, y } = { x: within(next.x), y: within(next.y) };
    tell({ focus: x === MIDDLE.x && y === MIDDLE.y ? undefined : { x, y } });
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    // A key press is a click as well, without a place.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    put({
      x: ((event.clientX - box.left) / box.width) * 100,
      y: ((event.clientY - box.top) / box.height) * 100,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!by) return;
    event.preventDefault();
    put({ x: focus.x + by[0]!, y: focus.y + by[1]! });
  };
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
        <div>
          <p id={`${id}-focus`} className={s.label}>
            Focal point
          </p>
          <p id={`${id}-hint`} className={s.hint}>
            What stays in sight where the picture is cropped. Click on the picture, or move the cross with the arrow
            keys (with Shift, ten times as far).
          </p>
        </div>
        <button
          type="button"
          className={s.focus}
          aria-label={`Focal point: ${words}`}
          aria-describedby={`${id}-hint`}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <img src={pictureAt(image, 960)} alt="" width={960} height={960} draggable={false} />
          <span className={s.cross} style={{ insetInlineStart: `${focus.x}%`, insetBlockStart: `${focus.y}%` }} />
        </button>
        <p role="status" className={s.hint}>
          {note?.focus ? words : 'The middle'}
          {note?.focus && (
            <>
              {' '}
              <button type="button" className={s.undo} onClick={() => tell({ focus: undefined })}>
                Back to the middle
              </button>
            </>
          )}
        </p>
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
