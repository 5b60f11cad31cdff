import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Pagination } from './pagination.tsx';

const Link = ({ to, children, ...rest }: { to: string; children: ReactNode }) => (
  <a href={to} {...rest}>
    {children}
  </a>
);
const shown = (page: number, pages: number) =>
  render(<Pagination page={page} pages={pages} hrefOf={(n) => `/shop?page=${n}`} link={Link} />);

describe('pagination', () => {
  afterEach(cleanup);

  it('is not there without pages', () => {
    expect(shown(1, 0).container.innerHTML).toBe('');
  });

  it('leads to every page it shows, and marks the one that is open', () => {
    shown(2, 3);
    expect(screen.getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe('/shop?page=1');
    expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe('/shop?page=3');
    expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('Page 2');
  });

  it('has no Prev on the first page and no Next on the last', () => {
    shown(1, 1);
    expect(screen.queryByRole('link', { name: 'Prev' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
  });
});
