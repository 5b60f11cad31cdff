import { defineRemote } from '@shop/build/remote';

export default defineRemote({
  name: 'account',
  pages: [
    { path: ['/user', '/user/profile'], module: './src/exposed/profile-page.ts', guard: 'user' },
    { path: '/user/logout', module: './src/exposed/logout-page.ts', guard: 'user' },
  ],
  fragments: {
    'sign-in': './src/exposed/sign-in.ts',
  },
});
