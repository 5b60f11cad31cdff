import type { ReactNode } from 'react';
import { Picture } from './picture.tsx';
import type { Focus } from './picture-sources.ts';
import s from './banner.module.css';

/** A scene is cropped at its sides on narrow screens, so it is wider than they are. */
const SCENE_SIZES = '(min-width: 56rem) 100vw, (min-width: 40rem) 105vw, 155vw';

interface Props {
  image: string | undefined;
  title: string;
  /** What stays in sight; without it the right third, where the pieces of our scenes are. */
  focus?: Focus | undefined;
  /** Above the fold. */
  first?: boolean;
  /** Its link. */
  children: ReactNode;
}

/** A banner of the home page: a scene with a title and a link. */
export const Banner = ({ image, title, focus, first = false, children }: Props) => (
  <div className={s.banner}>
    <Picture src={image} alt="" sizes={SCENE_SIZES} first={first} ratio="20 / 11" focus={focus} className={s.scene!} />
    <div className={s.offer}>
      <p className={s.title}>{title}</p>
      {children}
    </div>
  </div>
);
