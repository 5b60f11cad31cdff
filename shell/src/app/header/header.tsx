import { Fragment, Link } from '@shop/mfe-kit';
import { CountryPicker } from './country-picker.tsx';
import { HeartIcon } from '../icons.tsx';
import { Logo } from './logo.tsx';
import { MainMenu } from './main-menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { SocialLinks } from '../social-links.tsx';
import { TranslucentWhenScrolled } from './translucent-when-scrolled.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './header.module.css';

/** The logo stays in the middle. Wide screens have the menu in a line of its own, because any number of categories must fit. */
export function Header() {
  return (
    <TranslucentWhenScrolled className={classes.header!}>
      <div className={classes.bar}>
        <div className={classes.tools}>
          <MobileMenu />
          <CountryPicker />
          <div className={classes.social}>
            <SocialLinks />
          </div>
        </div>
        <Logo />
        <div className={classes.tools}>
          <SearchButton />
          <Link to="/wishlist" className={`${classes.tool} ${classes.wide}`} aria-label="Wishlist">
            <HeartIcon />
          </Link>
          <UserMenu />
          <Fragment id="checkout/cart-button" />
        </div>
      </div>
      <MainMenu />
    </TranslucentWhenScrolled>
  );
}
