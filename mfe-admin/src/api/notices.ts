import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Notices = AnswerOf<typeof identity.listNotices>;
export type Notice = Notices['notices'][number];
export type NoticeChoice = AnswerOf<typeof identity.getNoticeChoices>['choices'][number];

const NOTICES_KEY = ['admin', 'notices'] as const;

export const noticesQuery = queryOptions({
  queryKey: [...NOTICES_KEY, 'list'],
  queryFn: ({ signal }): Promise<Notices> => call(identity.listNotices, { signal }),
});

export const noticeChoicesQuery = queryOptions({
  queryKey: [...NOTICES_KEY, 'choices'],
  queryFn: async ({ signal }) => (await call(identity.getNoticeChoices, { signal })).choices,
});
