import type { ReactNode } from 'react';

// Inline, because these few icons are smaller than an icon library.
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
);
export const HeartIcon = () => (
  <Icon>
    <path d="M12 20.3C5.5 15.6 3.5 12.3 3.5 9A4.6 4.6 0 0 1 12 6.500 4.600 4.600 0 0 1 20.500 9c0 3.300-2 6.600-8.500 11.300Z" />
  </Icon>
);
export const UserIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="3.8" />
    <path d="M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />
  </Icon>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="m7 10 5 5 5-5" />
  </Icon>
);
export const LockIcon = () => (
  <Icon>
    <path d="M5.5 11h13v9h-13zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />
  </Icon>
);
export const ChatIcon = () => (
  <Icon>
    <path d="M20.5 12a8.3 8.3 0 0 1-12.3 7.2L3.8 20.3l1.2-4.2A8.3 8.3 0 1 1 20.5 12Z" />
    <path d="M8.8 10.5h6.4M8.8 13.7h4" />
  </Icon>
);
export const InstagramIcon = () => (
  <Icon>
    <rect x="4" y="4" width="16" height="16" rx="4.5" />
    <circle cx="12" cy="12" r="3.6" />
    <path d="M16.6 7.4h.01" />
  </Icon>
);
export const FacebookIcon = () => (
  <Icon>
    <path d="M13.5 21v-8h2.8l.5-3.3h-3.3V8c0-1 .4-1.7 1.8-1.7h1.6V3.3c-.5-.1-1.3-.2-2.2-.2-2.5 0-4 1.5-4 4.2v2.4H8V13h2.7v8" />
  </Icon>
);
export const MapIcon = () => (
  <Icon>
    <path d="M12 21s-6.5-5.6-6.5-10.8a6.5 6.5 0 0 1 13 0C18.5 15.4 12 21 12 21Z" />
    <circle cx="12" cy="10" r="2.4" />
  </Icon>
);
