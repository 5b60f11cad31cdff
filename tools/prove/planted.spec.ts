import { describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { ROOT } from '../../infra/config.ts';
import { patchOf, plantedFaults } from './planted.ts';

describe('the planted faults', () => {
  it('are the five that a proof of purchases has to find', () => {
    expect(plantedFaults()).toEqual(['double-refund', 'lost-event', 'lost-update', 'oversell', 'paisa-drift']);
  });

  it.each(plantedFaults())('%s still applies', async (fault) => {
    await expect(execa('git', ['apply', '--check', patchOf(fault)], { cwd: ROOT })).resolves.toMatchObject({
      exitCode: 0,
    });
  });
});
