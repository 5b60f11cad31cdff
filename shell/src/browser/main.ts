import '@shop/ui/fonts/fonts.css';
import '@shop/ui/tokens.css';
import '../app/base.css';

// All of it is in this file, but run in tasks of its own: between them a phone answers its visitor.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
void nextTask()
  .then(() => import(/* webpackMode: "eager" */ 'react-dom/client'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ '@shop/mfe-kit'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ './start.tsx'));
