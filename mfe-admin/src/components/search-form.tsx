import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import type { FormEvent, ReactNode } from 'react';
import s from './filters.module.css';

interface Props {
  label: string;
  /** The search text in the address. */
  value: string;
  onSearch(text: string): void;
  className?: string | undefined;
  /** The field `q`, where it is another one. */
  children?: ReactNode;
}

/** A search field. Each result has an address, so the search runs on Enter or the button only. */
export function SearchForm({ label, value, onSearch, className = s.filters, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim());
  };
  return (
    // The key resets the field after Back and Forward.
    <form key={value} role="search" className={className} onSubmit={submit}>
      {children ?? <Field label={label} type="search" name="q" defaultValue={value} maxLength={100} />}
      <Button type="submit" look="secondary">
        Search
      </Button>
    </form>
  );
}
