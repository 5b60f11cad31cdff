import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Something could not be loaded: what is missing, why, and another try. */
export function ErrorState({ title, why, onRetry }: { title: string; why: string; onRetry(): void }) {
  return (
    <div role="alert">
      <EmptyState title={title}>
        <p>{why}</p>
        <Button look="secondary" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}
