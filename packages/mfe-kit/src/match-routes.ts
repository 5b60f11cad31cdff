/** The router's matching alone, for code that runs without a page. */
export { matchRoutes } from 'react-router-dom';
