import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import type { FormEvent } from 'react';
import s from './filters.module.css';

interface Props {
  label: string;
  /** What the address says. */
  value: string;
  onSearch(text: string): void;
}

/** What to look for; the answer has an address, so it is asked for by Enter or the button. */
export function SearchForm({ label, value, onSearch }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim());
  };
  return (
    // Named by what it holds, so that Back and Forward show the address they came to.
    <form key={value} role="search" className={s.filters} onSubmit={submit}>
      <Field label={label} type="search" name="q" defaultValue={value} maxLength={100} />
      <Button type="submit" look="secondary">
        Search
      </Button>
    </form>
  );
}
