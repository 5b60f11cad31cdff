import { messageOf } from '@shop/mfe-kit';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import s from './load-states.module.css';

interface FailureProps {
  error: Error;
  what: string;
  /** Shown for an error without a message of the service. */
  failure?: string | undefined;
  onRetry(): void;
}

/** Something could not be loaded: the message of the service, and a button to retry. */
export function Failure({ error, what, failure, onRetry }: FailureProps) {
  return <ErrorState title={`${what} could not be loaded`} why={messageOf(error, failure)} onRetry={onRetry} />;
}

/** Placeholder of rows that are being loaded. */
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

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** What is loaded: `orders`. */
  what: string;
  /** The same at the start of a sentence. */
  title?: string;
  /** How many rows the placeholder has. */
  rows?: number;
  /** Shown for an error without a message of the service. */
  failure?: string;
  children(data: Data): ReactNode;
}

/** Shows the data of a query, or that it is being loaded or could not be. */
export function Loaded<Data>({
  query: { data, error, refetch },
  what,
  title = `The ${what}`,
  rows,
  failure,
  children,
}: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <Failure error={error} what={title} failure={failure} onRetry={() => void refetch()} />;
  return <RowsSkeleton what={what} {...(rows && { rows })} />;
}
