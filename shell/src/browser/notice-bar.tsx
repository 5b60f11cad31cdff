import { nameOfPart, useStore } from '@shop/mfe-kit';
import { notices } from './notices.ts';
import { readOnlyUntil } from './read-only.ts';
import classes from './notice-bar.module.css';

/** Says that the shop is read-only; names the parts of the page that can be read but not used, and offers Retry. */
export function NoticeBar() {
  const open = useStore(notices);
  const until = useStore(readOnlyUntil);
  if (open.length === 0 && until === null) return null;
  return (
    <div className={classes.bar} data-notice="">
      {until !== null && (
        <div className={classes.notice} role="status">
          <span>We are looking after the shop{timeOf(until)}. You can look around; orders and changes wait.</span>
        </div>
      )}
      {open.length > 0 && (
        <div className={classes.notice} role="alert">
          <span>
            Not available right now: {open.map(({ id }) => nameOfPart(id)).join(', ')}. You can go on reading.
          </span>
          <button type="button" onClick={() => open.forEach((notice) => notice.retry())}>
            Retry
          </button>
        </div>
      )}
    </div>
  );
}

/** Staff may need longer than they thought. */
function timeOf(until: string): string {
  const time = new Date(until);
  if (!(time.getTime() > Date.now())) return ' for some minutes';
  return ` until about ${time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
}
