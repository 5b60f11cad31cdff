import { holds, identity } from '@shop/contracts';

/** What of the kinds somebody switched; what is not there is as at first: told in the staff area, and not by mail. */
export type StoredChoices = Partial<Record<identity.NoticeKind, Partial<Omit<identity.NoticeChoice, 'kind'>>>>;

const AT_FIRST = { page: true, mail: false };

/** How somebody with these permissions is told of each kind that they may see. */
export const choicesOf = (stored: StoredChoices | undefined, permissions: readonly string[]): identity.NoticeChoice[] =>
  identity.NOTICE_KINDS.filter((kind) => holds(permissions, identity.NOTICE_PERMISSIONS[kind])).map((kind) => ({
    kind,
    ...AT_FIRST,
    ...stored?.[kind],
  }));

/** The kinds that are told in this way. */
export const kindsBy = (way: 'page' | 'mail', choices: readonly identity.NoticeChoice[]): identity.NoticeKind[] =>
  choices.filter((choice) => choice[way]).map(({ kind }) => kind);

export const withChoices = (
  stored: StoredChoices | undefined,
  changes: readonly identity.NoticeChange[],
): StoredChoices => ({
  ...stored,
  ...Object.fromEntries(changes.map(({ kind, ...ways }) => [kind, { ...stored?.[kind], ...ways }])),
});
