import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Something could not be loaded: what is missing, why, and another try. */
export function ErrorState({
  title,
  why,
  busy = false,
  onRetry,
}: {
  title: string;
  why: string;
  /** It is being tried. */
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
