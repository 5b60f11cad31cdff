import { openOverlay, useLoader } from '@shop/mfe-kit';
import { SearchIcon } from '../icons.tsx';
import classes from './header.module.css';

/** Opens the search overlay; before hydration it is a link to the search page. */
export function SearchButton() {
  const loader = useLoader();
  const preload = () => loader.preloadPart('storefront/search');
  return (
    <a
      href="/search"
      role="button"
      className={classes.tool}
      aria-label="Search"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        event.preventDefault();
        void openOverlay('storefront/search', {});
      }}
    >
      <SearchIcon />
    </a>
  );
}
