import { useBrand } from './shell-data.ts';
import { ChatIcon } from './icons.tsx';
import classes from './chat-link.module.css';

/** A floating link to the shop's chat, on every page. */
export function ChatLink() {
  const brand = useBrand();
  if (!brand) return null;
  return (
    <aside aria-label="Chat" data-slice="shell">
      <a className={classes.chat} href={brand.chatLink} target="_blank" rel="noreferrer">
        <ChatIcon />
        <span className="visually-hidden">Chat with {brand.name} (opens in a new tab)</span>
      </a>
    </aside>
  );
}
