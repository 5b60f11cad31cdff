import { expect, it } from '@jest/globals';
import type { TestService } from '@shop/service-kit/testing';

export const UPLOAD_LIMIT_BYTES = 600_000;

type Role = 'admin' | 'user';
type Bytes = Buffer | null | Promise<Buffer>;
/** What is uploaded, its bytes, and the message at the field. */
export type RefusedUpload = [what: string, make: () => Bytes, message: string];

interface Uploads {
  field: 'image' | 'video';
  /** Defaults of the uploaded file. */
  file: { name: string; type: string };
  service: () => TestService;
}

/** Uploads of staff to `/admin/images` or `/admin/videos`, and the tests that both share. */
export function uploadsOf<Answer>({ field, file, service }: Uploads) {
  const send = async (data: Buffer | null, name = file.name, role: Role = 'admin', fields: { keep?: 'true' } = {}) => {
    const body = new FormData();
    for (const [key, value] of Object.entries(fields)) body.set(key, value);
    if (data) body.set(field, new Blob([new Uint8Array(data)], { type: file.type }), name);
    const answer = await fetch(`${service().url}/api/v1/admin/${field}s`, {
      method: 'POST',
      headers: await service().signIn({ role }),
      body,
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
  };
  const count = () => service().connection.collection(`${field}s`).countDocuments();

  return {
    send,
    testRefusals(refused: RefusedUpload[], { tooLarge, valid }: Record<'tooLarge' | 'valid', () => Bytes>): void {
      it.each<RefusedUpload>(refused)('are refused when they are %s', async (_, make, message) => {
        const before = await count();
        expect(await send(await make())).toMatchObject({ status: 400, body: { errors: { [field]: message } } });
        expect(await count()).toBe(before);
      });

      it('are refused at their field when the file is too large', async () => {
        const large = await tooLarge();
        expect(large!.length).toBeGreaterThan(UPLOAD_LIMIT_BYTES);
        expect(await send(large)).toMatchObject({
          status: 413,
          body: { code: 'request.too-large', errors: { [field]: 'This file is too large: at most 0.6 MB' } },
        });
      });

      it('are taken from staff alone', async () => {
        expect(await send(await valid(), file.name, 'user')).toMatchObject({ status: 403 });
      });
    },
  };
}
