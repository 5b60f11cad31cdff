import { messageOf } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import s from './missing-part.module.css';

interface Props {
  /** What is missing, within a sentence: `the mails`. */
  what: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
}

/** Says that one of several parts of a screen did not come, and asks for it again; nothing where it came. */
export function MissingPart({ what, query }: Props) {
  if (!query.error || query.data !== undefined) return null;
  return (
    <p className={s.missing} role="alert">
      <span>
        {what[0]!.toUpperCase() + what.slice(1)} could not be loaded: {messageOf(query.error)}
      </span>
      <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again<span className="visually-hidden"> to load {what}</span>
      </Button>
    </p>
  );
}
