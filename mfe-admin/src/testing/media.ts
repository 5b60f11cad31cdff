import type { Medium } from '../api/media.ts';

/** An upload of staff that nothing shows. */
export const aMedium = (name: string, changes: Partial<Medium> = {}): Medium => ({
  ...{ name, src: `/api/v1/images/${name}`, kind: 'images', source: 'staff', width: 1200, height: 800 },
  ...{ type: 'image/webp', size: 1_240_000, uploadedAt: '2026-11-20T10:00:00.000Z', uploadedBy: 'Kavi' },
  ...{ doubles: [], uses: [], useCount: 0 },
  ...changes,
});
