import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder of Swagger UI's files: next to the built gateway, else in its package. */
export function assetsFolder(): string {
  const built = path.join(import.meta.dirname, 'docs');
  if (fs.existsSync(path.join(built, 'swagger-ui.css'))) return built;
  const require = createRequire(import.meta.url);
  return path.dirname(require.resolve('swagger-ui-dist/package.json'));
}
