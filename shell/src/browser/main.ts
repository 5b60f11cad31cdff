import '@shop/ui/fonts/fonts.css';
import '@shop/ui/tokens.css';
import '../app/base.css';

// One file, but evaluated in separate tasks, so that a slow phone stays responsive between them.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
void nextTask()
  .then(() => import(/* webpackMode: "eager" */ 'react-dom/client'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ '@shop/mfe-kit'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ './start.tsx'));
