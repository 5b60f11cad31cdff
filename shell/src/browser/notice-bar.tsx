import { nameOfPart, useStore } from '@shop/mfe-kit';
import { notices } from './notices.ts';
import classes from './notice-bar.module.css';

/** Names the parts of the page that can be read but not used, and offers Retry. */
export function NoticeBar() {
  const open = useStore(notices);
  if (open.length === 0) return null;
  return (
    <div className={classes.bar} data-notice="">
      <div className={classes.notice} role="alert">
        <span>Not available right now: {open.map(({ id }) => nameOfPart(id)).join(', ')}. You can go on reading.</span>
        <button type="button" onClick={() => open.forEach((notice) => notice.retry())}>
          Retry
        </button>
      </div>
    </div>
  );
}
