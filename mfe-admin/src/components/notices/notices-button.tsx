import { useBrowserEvent } from '@shop/mfe-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { noticesQuery } from '../../api/notices.ts';
import { countText } from '../texts.ts';
import { NoticesDrawer } from './notices-drawer.tsx';
import s from './notices.module.css';

/** More are not counted one by one: two digits fit. */
const MOST = 99;

/** The bell of the frame: how many notices are unread, at once; it opens their list. */
export function NoticesButton() {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const { data } = useQuery(noticesQuery);
  useBrowserEvent('admin:notices-changed', () => {
    void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
  });
  const unread = data?.unread ?? 0;
  const count = unread > MOST ? `${MOST}+` : String(unread);
  return (
    <>
      <button type="button" className={s.bell} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bell />
        <span className="visually-hidden">Notices</span>
        {unread > 0 && (
          <span className={s.count} aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      {/* Beside the button, whose name would not be read out when it changes. */}
      <span aria-live="polite" className="visually-hidden">
        {unread > 0 && (unread > MOST ? `More than ${MOST} unread notices` : countText(unread, 'unread notice'))}
      </span>
      {isOpen && <NoticesDrawer onClose={() => setOpen(false)} />}
    </>
  );
}

const Bell = () => (
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
    <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15Z" />
    <path d="M10 20.500a2.200 2.200 0 0 0 4 0" />
  </svg>
);
