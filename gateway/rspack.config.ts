import { createRequire } from 'node:module';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { serviceConfig } from '@shop/build/service';

const config = serviceConfig(import.meta.dirname);
const swaggerUi = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

// The API page serves Swagger UI's script and style.
config.plugins?.push(
  new rspack.CopyRspackPlugin({
    patterns: ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE'].map((file) => ({
      from: path.join(swaggerUi, file),
      to: 'docs/',
    })),
  }),
);

export default config;
