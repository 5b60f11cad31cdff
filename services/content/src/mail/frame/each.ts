import { createElement, Fragment, type ReactNode } from 'react';

/** A list without keys: a mail is rendered once, and equal lines are possible. */
export const each = <T>(items: readonly T[], render: (item: T, index: number) => ReactNode) =>
  createElement(Fragment, null, ...items.map(render));
