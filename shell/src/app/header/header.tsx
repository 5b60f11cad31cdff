import { Fragment } from '@shop/mfe-kit';
import { CountryPicker } from './country-picker.tsx';
import { Logo } from './logo.tsx';
import { MainMenu } from './main-menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { TranslucentWhenScrolled } from './translucent-when-scrolled.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './header.module.css';

export function Header() {
  return (
    <TranslucentWhenScrolled className={classes.header!}>
      <div className={classes.bar}>
        <MobileMenu />
        <Logo />
        <MainMenu />
        <div className={classes.tools}>
          <CountryPicker />
          <SearchButton />
          <UserMenu />
          <Fragment id="checkout/cart-button" />
        </div>
      </div>
    </TranslucentWhenScrolled>
  );
}
