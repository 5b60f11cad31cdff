import { shellConfig } from '@shop/build/shell';

export default shellConfig(import.meta.dirname, {
  browser: './src/browser/main.ts',
  alone: './src/alone/main.tsx',
  app: './src/app/app.tsx',
  kit: '@shop/mfe-kit',
  main: './src/server/main.ts',
  worker: './src/server/worker/main.ts',
});
