import type { CSSProperties } from 'react';
import s from './skeleton.module.css';

/** The place of something that is on its way, in its size. Screen readers hear of it from its surroundings. */
export function Skeleton({ width, height, ratio }: { width?: string; height?: string; ratio?: string }) {
  return (
    <span className={s.skeleton} style={{ width, height, aspectRatio: ratio } as CSSProperties} aria-hidden="true" />
  );
}
