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

export type MediumDetails = AnswerOf<typeof content.getMedium>;
/** A place that shows it, and how. */
export type MediumPlace = NonNullable<MediumDetails['shown']>[number];

/** Of a file in an address: the demo catalogue is a folder. */
export const paramsOf = ({ kind, name }: Pick<Medium, 'kind' | 'name'>) => ({ kind, name: name.replace('/', '~') });

export const pathOfMedium = (medium: Pick<Medium, 'kind' | 'name'>): string => {
  const { kind, name } = paramsOf(medium);
  return `/admin/media/${kind}/${name}`;
};

/** `params` are those of the address. */
export const mediumQuery = (params: { kind: Medium['kind']; name: string }) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, params.kind, params.name],
    queryFn: ({ signal }) => call(content.getMedium, { params, signal }),
  });
