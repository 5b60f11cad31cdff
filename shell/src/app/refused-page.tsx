import { Link, useLocation } from '@shop/mfe-kit';
import classes from './page-slot.module.css';

/** Instead of a page whose address the API refused. */
export function RefusedPage({ reasons }: { reasons: readonly string[] }) {
  const { pathname, search } = useLocation();
  return (
    <div className={classes.missing}>
      <h1>This address does not work</h1>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p>
        {search ? <Link to={pathname}>Start again here</Link> : null} <Link to="/">Back to Home</Link>
      </p>
    </div>
  );
}
