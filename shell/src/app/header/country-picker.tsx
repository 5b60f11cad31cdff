import { formatMoney, useCurrency } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { countriesQuery } from '../shell-data.ts';
import { useDisclosure } from './use-disclosure.ts';
import classes from './header.module.css';
import menu from './menu.module.css';

/** Picker of country and currency. Opens on hover, click and focus; fetches the list when first opened. */
export function CountryPicker() {
  const { country, code, choose } = useCurrency();
  const { isOpen, open, openOnFocus, peek, close, frame, button } = useDisclosure();
  const { data, isError } = useQuery({ ...countriesQuery, enabled: isOpen });
  // `₹0` without its digits is the currency's symbol.
  const sign = formatMoney(0, code).replace(/[\d.,\s]/g, '');
  return (
    <div className={menu.start} {...frame} onPointerEnter={(event) => event.pointerType === 'mouse' && peek()}>
      <button
        ref={button}
        type="button"
        className={classes.tool}
        aria-expanded={isOpen}
        aria-label={`Country and currency: ${country}, ${code}`}
        onClick={open}
        onFocus={openOnFocus}
      >
        <span className={menu.country}>
          {country} {sign}
        </span>
      </button>
      {isOpen && (
        <ul className={menu.list}>
          {data?.countries.map((one) => (
            <li key={one.cca2}>
              <button
                type="button"
                className={menu.item}
                aria-current={one.cca2 === country}
                onClick={() => {
                  button.current?.focus();
                  close();
                  void choose(one.cca2);
                }}
              >
                <img src={one.flag} alt="" width="20" height="15" loading="lazy" />
                {one.name}
                <span className={menu.aside}>
                  {one.currency} {one.symbol}
                </span>
              </button>
            </li>
          ))}
          {!data && <li className={menu.note}>{isError ? 'The countries could not be loaded' : 'Loading…'}</li>}
        </ul>
      )}
    </div>
  );
}
