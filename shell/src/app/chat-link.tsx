import { useRef } from 'react';
import { useBrand } from './shell-data.ts';
import { ChatIcon } from './icons.tsx';
import { useOutOfTheWay } from './use-out-of-the-way.ts';
import classes from './chat-link.module.css';

/** A floating link to the shop's chat, on every page of shoppers. It moves away from what can be pressed under it. */
export function ChatLink() {
  const brand = useBrand();
  const link = useRef<HTMLAnchorElement>(null);
  useOutOfTheWay(link);
  if (!brand) return null;
  return (
    <aside aria-label="Chat" data-slice="shell">
      <a ref={link} className={classes.chat} href={brand.chatLink} target="_blank" rel="noreferrer">
        <ChatIcon />
        <span className="visually-hidden">Chat with {brand.name} (opens in a new tab)</span>
      </a>
    </aside>
  );
}
