import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { fragments } from '@shop/contracts';
import remote from '../../federation.ts';

const root = path.resolve(import.meta.dirname, '../..');

it('exposes exactly the fragments that the contracts declare for checkout', () => {
  const declared = fragments.map(({ id }) => id as string).filter((id) => id.startsWith('checkout/'));
  const { fragments: exposed = {} } = remote as { fragments?: Record<string, string> };
  expect(
    Object.keys(exposed)
      .map((name) => `checkout/${name}`)
      .toSorted(),
  ).toEqual(declared.toSorted());
});

it('names only modules that are there', () => {
  const { pages = [], fragments: exposed = {} } = remote as {
    pages?: readonly { module: string }[];
    fragments?: Record<string, string>;
  };
  const modules = [...pages.map(({ module }) => module), ...Object.values(exposed)];
  expect(modules.filter((module) => !fs.existsSync(path.join(root, module)))).toEqual([]);
});
