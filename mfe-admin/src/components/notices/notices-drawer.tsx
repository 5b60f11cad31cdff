import { identity, type BodyOf } from '@shop/contracts/browser';
import { call, Link, messageOf, toast } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noticesQuery, type Notice } from '../../api/notices.ts';
import { Loaded } from '../load-states.tsx';
import { RowButton } from '../row-button.tsx';
import { momentText, sentence } from '../texts.ts';
import { noticeKind } from './notice-kinds.ts';
import s from './notices.module.css';

/** The newest notices, each with a link to what it is about, which marks it as read. */
export function NoticesDrawer({ onClose }: { onClose(): void }) {
  const queryClient = useQueryClient();
  const query = useQuery(noticesQuery);
  const reading = useMutation({
    mutationFn: (body: BodyOf<typeof identity.readNotices>) => call(identity.readNotices, { body }),
    onSuccess: (answer) => queryClient.setQueryData(noticesQuery.queryKey, answer),
    onError: (error) => toast.error(messageOf(error)),
  });
  const newest = query.data?.notices[0];
  return (
    <Dialog title="Notices" kind="drawer" onClose={onClose}>
      <Loaded query={query} what="notices">
        {({ notices }) =>
          notices.length > 0 ? (
            <ul className={s.list}>
              {notices.map((notice) => (
                <Row
                  key={notice._id}
                  notice={notice}
                  onRead={() => {
                    if (!notice.isRead) reading.mutate({ ids: [notice._id], until: notice.at });
                  }}
                  onClose={onClose}
                />
              ))}
            </ul>
          ) : (
            <EmptyState title="No notices">
              <p>New orders, disputes and pieces that are nearly gone are told here for thirty days.</p>
            </EmptyState>
          )
        }
      </Loaded>
      <p className={s.choose}>
        <Link to="/admin/account" onClick={onClose}>
          Choose what you are told of
        </Link>
      </p>
      <DialogActions>
        {newest && query.data!.unread > 0 && (
          <Button look="secondary" busy={reading.isPending} onClick={() => reading.mutate({ until: newest.at })}>
            Mark all as read
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

interface RowProps {
  notice: Notice;
  onRead(): void;
  onClose(): void;
}

function Row({ notice: { kind, recordId, text, at, isRead }, onRead, onClose }: RowProps) {
  const known = noticeKind(kind);
  return (
    <li className={s.row} data-unread={!isRead || undefined}>
      <p className={s.head}>
        <Badge tone={kind === 'dispute' ? 'bad' : 'plain'}>{known?.label ?? sentence(kind)}</Badge>
        {!isRead && <span className={s.new}>New</span>}
        <time dateTime={at}>{momentText(at)}</time>
      </p>
      {known ? (
        <Link
          to={known.hrefOf(recordId)}
          className={s.link}
          onClick={() => {
            onRead();
            onClose();
          }}
        >
          {text}
        </Link>
      ) : (
        <p>{text}</p>
      )}
      {!isRead && (
        <RowButton of={text} onClick={onRead}>
          Mark as read
        </RowButton>
      )}
    </li>
  );
}
