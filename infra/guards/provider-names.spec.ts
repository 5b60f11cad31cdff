import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../run/test-program.ts';
import { providerNameComplaints } from './provider-names.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  for (const name of ['list', 'paypal', 'bank-transfer']) {
    write(`packages/contracts/src/payment/providers/${name}.ts`, 'export {};\n');
  }
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};
const places = () => providerNameComplaints(root).map((complaint) => complaint.split(' ')[0]);

describe('the name of a payment provider', () => {
  it('is refused in shipped code, and it is said where the line belongs', () => {
    const broken = providerNameComplaints(path.join(import.meta.dirname, 'broken'));
    expect(broken).toEqual([
      expect.stringMatching(
        /^services\/cart-order\/src\/provider-names\.ts:1 "paypal" .+\n +.+services\/payment\/src\/providers\/paypal\//,
      ),
    ]);
  });

  it('is refused in any case, in comments, file names, infra and the compose file, and beside another provider', () => {
    write('packages/contracts/src/payment/providers/bank-transfer.ts', '// Unlike PayPal\n');
    write('infra/run/programs.ts', 'const url = PAYPAL_URL;\n');
    write('docker-compose.yml', 'a: 1\nb: paypal\n');
    write('mfe-account/src/paypal-mark.css', '.mark {}\n');
    expect(places().sort()).toEqual([
      'docker-compose.yml:2',
      'infra/run/programs.ts:1',
      'mfe-account/src/paypal-mark.css',
      'packages/contracts/src/payment/providers/bank-transfer.ts:1',
    ]);
  });

  it('stands in its folders, in the lists of them, in tests and in what is generated', () => {
    for (const file of [
      'services/payment/src/providers/paypal/client.ts',
      'services/payment/src/providers/index.ts',
      'services/payment/src/providers/deployments.ts',
      'services/payment/src/refunds/refunds.spec.ts',
      'services/payment/test/sandbox.ts',
      'mfe-checkout/src/features/checkout/paying/providers/paypal/index.tsx',
      'mfe-checkout/src/features/checkout/paying/providers/index.ts',
      'mfe-account/src/testing/fixtures.ts',
      'packages/contracts/src/browser/payment/providers.gen.ts',
      'packages/test-kit/src/sandbox.ts',
      'tools/sandbox/src/paypal/api.ts',
    ]) {
      write(file, `export const name = 'paypal';\n`);
    }
    expect(places()).toEqual([]);
  });
});
