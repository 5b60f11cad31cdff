import { Button } from '@shop/ui/button.tsx';
import { type Focus, pictureAt } from '@shop/ui/picture-sources.ts';
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import s from './gallery.module.css';

interface Props {
  image: string;
  /** Undefined: as the shop crops without one. */
  focus: Focus | undefined;
  /** That, and in words. */
  otherwise?: { focus: Focus; name: string };
  onChange(focus: Focus | undefined): void;
}

const MIDDLE = { focus: { x: 50, y: 50 }, name: 'the middle' };

const within = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)));

/** What of a picture stays in sight where it is cropped: chosen by a click or by the arrow keys. */
export function FocusField({ image, focus: chosen, otherwise = MIDDLE, onChange }: Props) {
  const id = useId();
  const focus = chosen ?? otherwise.focus;
  const words = `${focus.x} % from the left, ${focus.y} % from the top`;
  const put = (next: Focus) => {
    const { x, y } = { x: within(next.x), y: within(next.y) };
    onChange(x === otherwise.focus.x && y === otherwise.focus.y ? undefined : { x, y });
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
    <>
      <div>
        <p className={s.label}>Focal point</p>
        <p id={`${id}-hint`} className={s.hint}>
          What stays in sight where the picture is cropped. Click on the picture, or move the cross with the arrow keys
          (with Shift, ten times as far).
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
        {chosen ? words : otherwise.name.charAt(0).toUpperCase() + otherwise.name.slice(1)}
        {chosen && (
          <>
            {' '}
            <Button look="quiet" onClick={() => onChange(undefined)}>
              Back to {otherwise.name}
            </Button>
          </>
        )}
      </p>
    </>
  );
}
