import '@shop/ui/fonts/fonts.css';
import '@shop/ui/tokens.css';
import '../app/base.css';

// All of it is in this file, but run in tasks of its own: a phone answers its visitor between the libraries and the page.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
void import(/* webpackMode: "eager" */ 'react-dom/client')
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ './start.tsx'));
