import { describe, expect, it } from '@jest/globals';
import { readLock } from '../lockfile.ts';
import { bom, refusedVulnerabilities } from './packages.ts';

describe('the bill of materials', () => {
  const made = bom(readLock());

  it('names every package that is shipped, with the hash of its lockfile', () => {
    const zod = made.components.find(({ name }) => name === 'zod')!;
    expect(zod.purl).toBe(`pkg:npm/zod@${zod.version}`);
    expect(zod.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    expect(zod.properties).toContainEqual({ name: 'slice', value: 'services/catalog' });
    expect(made.components.find(({ name }) => name === '@nestjs/core')!.purl).toMatch(/^pkg:npm\/%40nestjs\/core@\d/);
    expect(made.components.map(({ name }) => name)).not.toContain('jest');
  });
});

describe('an audit', () => {
  it('names what is high or critical', () => {
    const answer = {
      vulnerabilities: {
        one: { severity: 'critical', range: '<2.0.1' },
        two: { severity: 'moderate', range: '*' },
        three: { severity: 'high', range: '>=1' },
      },
    };
    expect(refusedVulnerabilities(JSON.stringify(answer))).toEqual(['one <2.0.1: critical', 'three >=1: high']);
    expect(refusedVulnerabilities('{"vulnerabilities":{}}')).toEqual([]);
  });

  it.each(['', '{"message":"405 Method Not Allowed","statusCode":405}'])(
    'is not taken for passed by the answer "%s"',
    (answer) => {
      expect(refusedVulnerabilities(answer)).toBeUndefined();
    },
  );
});
