import { content, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type MediaAnswer = AnswerOf<typeof content.listMedia>;
export type Medium = MediaAnswer['media'][number];
export type MediaUse = NonNullable<Medium['uses']>[number];
export type MediaFilter = QueryOf<typeof content.listMedia>;

export const MEDIA_KEY = ['admin', 'media'] as const;

export const mediaQuery = (query: MediaFilter) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, query],
    queryFn: ({ signal }) => call(content.listMedia, { query, signal }),
  });
