export {
  matchPath,
  matchRoutes,
  Navigate,
  Route,
  Router,
  Routes,
  StaticRouter,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
export * from './api.ts';
export * from './browser-events.ts';
export * from './currency.ts';
export * from './fragment.tsx';
// For remotes that were built before `intent.ts` had its own entry.
export { newIdempotencyKey } from './intent.ts';
export * from './link.tsx';
export * from './loader.ts';
export * from './overlay.ts';
export * from './page.ts';
export * from './refusal.ts';
export * from './session.ts';
export { shownPrice } from './shown-price.rules.ts';
export * from './store.ts';
export * from './toast.ts';
