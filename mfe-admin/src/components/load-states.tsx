import { messageOf } from '@shop/mfe-kit';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import s from './load-states.module.css';

/** Something could not be loaded: what the service said, and another try. */
export function Failure({ error, what, onRetry }: { error: Error; what: string; onRetry(): void }) {
  return <ErrorState title={`${what} could not be loaded`} why={messageOf(error)} onRetry={onRetry} />;
}

/** The place of rows that are on their way. */
export function RowsSkeleton({ what, rows = 6 }: { what: string; rows?: number }) {
  return (
    <div className={s.rows} role="status">
      <span className="visually-hidden">Loading {what}…</span>
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton key={i} height="3rem" />
      ))}
    </div>
  );
}
