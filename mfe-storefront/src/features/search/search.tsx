import { useCurrency, useNavigate, useOverlay, type OverlayFrame } from '@shop/mfe-kit';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useDebounce } from 'use-debounce';
import { popularSearchesQuery, suggestionsQuery } from './api/search.ts';
import s from './search.module.css';

export const overlay: OverlayFrame = { kind: 'fullscreen', label: 'Search' };

const DEBOUNCE_MS = 300;
const GROUPS = [
  { type: 'product', title: 'Products' },
  { type: 'category', title: 'Categories' },
  { type: 'tags', title: 'Tags' },
] as const;

/** The full-screen search: popular searches, and suggestions while typing; one of them, or the last row, opens results. */
export function Search() {
  const [text, setText] = useState('');
  const [settled] = useDebounce(text.trim(), DEBOUNCE_MS);
  const { data } = useQuery(suggestionsQuery(settled));
  const { data: popular } = useQuery(popularSearchesQuery);
  const { formatPrice } = useCurrency();
  const navigate = useNavigate();
  const { close } = useOverlay();
  const id = useId();
  // No suggestions without input or after an error (specification, section 4).
  const isEmpty = text.trim() === '';
  const suggestions = isEmpty ? [] : (data?.suggestions ?? []);

  const go = (wanted: string) => {
    close();
    void navigate(`/search?q=${encodeURIComponent(wanted)}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') go(text.trim());
  };

  /** The arrow keys walk from the input through the suggestions, and back; typing goes on in the input. */
  const walk = (event: KeyboardEvent<HTMLFormElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.nativeEvent.isComposing) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <form role="search" className={s.search} onSubmit={submit} onKeyDown={walk}>
      <label htmlFor={id} className="visually-hidden">
        Search
      </label>
      <input
        id={id}
        type="search"
        className={s.input}
        placeholder="Search for products, tags or categories"
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="visually-hidden" role="status">
        {settled !== '' && data && `${suggestions.length} suggestions`}
      </p>
      {isEmpty && popular && popular.searches.length > 0 && (
        <section className={s.group} aria-label="Popular searches">
          <h2>Popular searches</h2>
          <ul>
            {popular.searches.map((search) => (
              <li key={search}>
                <button type="button" onClick={() => go(search)}>
                  {search}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {GROUPS.map(({ type, title }) => {
        const own = suggestions.filter((suggestion) => suggestion.type === type);
        return (
          own.length > 0 && (
            <section key={type} className={s.group} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {own.map(({ text: name, image, price, mrp }) => (
                  <li key={name}>
                    <button type="button" className={type === 'product' ? s.piece : undefined} onClick={() => go(name)}>
                      {type === 'product' && <Thumbnail src={image} size={56} />}
                      <span>{name}</span>
                      {price !== undefined && <span className={s.price}>{formatPrice({ price, mrp })}</span>}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      {!isEmpty && (
        <button type="submit" className={s.all}>
          Search for : {text.trim()}
        </button>
      )}
    </form>
  );
}
