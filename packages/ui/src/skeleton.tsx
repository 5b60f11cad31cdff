import type { CSSProperties } from 'react';
import s from './skeleton.module.css';

/** A placeholder in the size of loading content. Hidden from screen readers: its surroundings announce it. */
export function Skeleton({ width, height, ratio }: { width?: string; height?: string; ratio?: string }) {
  return (
    <span className={s.skeleton} style={{ width, height, aspectRatio: ratio } as CSSProperties} aria-hidden="true" />
  );
}
