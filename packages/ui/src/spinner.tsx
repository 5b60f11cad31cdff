import s from './spinner.module.css';

/** Indeterminate progress; the text beside it says of what. */
export function Spinner() {
  return <span className={s.spinner} aria-hidden="true" />;
}
