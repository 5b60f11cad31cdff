import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Something could not be loaded: what, why, and a button to retry. */
export function ErrorState({
  title,
  why,
  busy = false,
  onRetry,
}: {
  title: string;
  why: string;
  /** A retry is pending. */
  busy?: boolean;
  onRetry(): void;
}) {
  return (
    <div role="alert">
      <EmptyState title={title}>
        <p>{why}</p>
        <Button look="secondary" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}
