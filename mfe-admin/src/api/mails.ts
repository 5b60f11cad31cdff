import { content, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Mail = AnswerOf<typeof content.listMails>['mails'][number];

export const MAILS_KEY = ['admin', 'mails'] as const;

export const mailsQuery = (query: QueryOf<typeof content.listMails>) =>
  queryOptions({
    queryKey: [...MAILS_KEY, query],
    queryFn: ({ signal }) => call(content.listMails, { query, signal }),
  });
