/** Screens of the shop that are no list of pieces and no text page, for menus. */
export const SHOP_SCREENS = [
  { path: '/', name: 'Home' },
  { path: '/shop', name: 'Shop' },
  { path: '/collections', name: 'Collections' },
  { path: '/gifts', name: 'Gifts' },
  { path: '/search', name: 'Search' },
  { path: '/wishlist', name: 'Wishlist' },
  { path: '/order/find', name: 'Track an order' },
  { path: '/user', name: 'Profile' },
  { path: '/user/orders', name: 'Orders' },
] as const;
