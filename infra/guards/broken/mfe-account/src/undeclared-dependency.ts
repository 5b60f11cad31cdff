export { Fragment } from '@shop/mfe-kit';
