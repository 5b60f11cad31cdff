import s from './spinner.module.css';

/** Something is on its way and nobody knows its size. What it is stands beside it in words. */
export function Spinner() {
  return <span className={s.spinner} aria-hidden="true" />;
}
