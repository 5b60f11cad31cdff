import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the files of Swagger UI lie: beside the built gateway, else in its package. */
export function assetsFolder(): string {
  const built = path.join(import.meta.dirname, 'docs');
  if (fs.existsSync(path.join(built, 'swagger-ui.css'))) return built;
  return path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));
}
