import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import s from './checkbox.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** The label; a click on it toggles the box. */
  children: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ children, className = '', ...input }: Props) {
  return (
    <label className={`${s.checkbox} ${className}`}>
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  );
}
