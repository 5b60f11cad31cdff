import { Link } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';

interface Props {
  /** What is said where the whole list is empty. */
  title: string;
  page: number;
  hrefOfPage(page: number): string;
}

/** A list without rows: there is nothing, or nothing on this page any more since its last row was dealt with. */
export function NoRows({ title, page, hrefOfPage }: Props) {
  if (page === 1) return <EmptyState title={title} />;
  return (
    <EmptyState title="Nothing on this page">
      <Link to={hrefOfPage(1)}>To the first page</Link>
    </EmptyState>
  );
}
