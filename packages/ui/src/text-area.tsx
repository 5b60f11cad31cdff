import type { Ref, TextareaHTMLAttributes } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import s from './field.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldFrameProps {
  ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled multi-line text with its error; grows with its content. */
export function TextArea({ label, error, hint, id, className, rows = 2, ...area }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, id, className }}>
      {(control) => (
        <div className={s.box}>
          <textarea
            rows={rows}
            style={{ minBlockSize: `calc(${rows} * 1lh + 2 * var(--space-2))` }}
            {...area}
            {...control}
          />
        </div>
      )}
    </FieldFrame>
  );
}
