import { Fragment, Link, openOverlay, useLoader, useLocation, useSession, type FragmentId } from '@shop/mfe-kit';
import { useState } from 'react';
import { PageSlot } from '../app/page-slot.tsx';
import { FloatingParts } from '../browser/floating-parts.tsx';
import { CountryPicker } from '../app/header/country-picker.tsx';
import type { AloneState } from './state.ts';
import classes from './alone.module.css';

/** A list of the remote's pages and fragments, and below it the page of the URL, or one fragment with editable props. */
export function Alone({ state }: { state: AloneState }) {
  const { hash } = useLocation();
  const { user } = useSession();
  const pages = state.registry.routes.map(({ path }) => path);
  const pageParts = new Set(state.registry.routes.map(({ part }) => part));
  const fragments = state.parts.filter((part) => !pageParts.has(part)) as FragmentId[];
  const chosen = fragments.find((fragment) => hash === `#${fragment}`);
  return (
    <>
      <header className={classes.bar}>
        <strong>{state.registry.remotes[0]?.name} alone</strong>
        <nav aria-label="Pages and fragments" className={classes.links}>
          {pages.map((path) => (
            <Link key={path} to={path.replace('*', 'anything')}>
              {path}
            </Link>
          ))}
          {fragments.map((fragment) => (
            <a key={fragment} href={`#${fragment}`}>
              {fragment}
            </a>
          ))}
        </nav>
        <CountryPicker />
        <span>{user ? user.email : 'guest'}</span>
      </header>
      {chosen ? <OneFragment key={chosen} id={chosen} /> : <PageSlot onArrive={() => {}} />}
      <FloatingParts />
    </>
  );
}

function OneFragment({ id }: { id: FragmentId }) {
  const loader = useLoader();
  const [text, setText] = useState('{}');
  const [props, setProps] = useState<object>({});
  return (
    <main className={classes.fragment}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setProps(JSON.parse(text) as object);
        }}
      >
        <label>
          Props as JSON <textarea value={text} onChange={(event) => setText(event.target.value)} rows={4} />
        </label>
        <button type="submit">Show</button>
        <button
          type="button"
          onClick={() => {
            loader.preloadPart(id);
            void openOverlay(id, JSON.parse(text) as never);
          }}
        >
          Open as overlay
        </button>
      </form>
      <Fragment {...({ ...props, id } as { id: 'checkout/cart-button' })} />
    </main>
  );
}
