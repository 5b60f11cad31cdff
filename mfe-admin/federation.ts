import { defineRemote } from '@shop/build/remote';

export default defineRemote({
  name: 'admin',
  pages: [
    { path: ['/admin', '/admin/dashboard'], module: './src/exposed/dashboard-page.ts', guard: 'admin', bare: true },
  ],
});
