import path from 'node:path';
import type { Registry, ShellRelease } from '@shop/build/registry';
import type { Config } from './config.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const START =
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
  `<link rel="icon" href="/icon.svg" type="image/svg+xml">`;

const fileOf = ({ version }: ShellRelease, file: string) => `/bundles/shell/${version}/${file}`;

const shellStyles = (shell: ShellRelease) =>
  shell.entry
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="${fileOf(shell, file)}">`)
    .join('');

/** The 503 page when no renderer is available: needs no script. The edge has a similar one for when the server is down. */
export const unavailableDocument = ({ shell }: Registry): string =>
  `${START}<title>Back in a moment</title><meta name="robots" content="noindex">${shellStyles(shell!)}</head><body>` +
  `<main id="page" class="unavailable"><h1>Back in a moment</h1>` +
  `<p>The shop is not available right now. Please try again shortly.</p><p><a href="">Try again</a></p></main></body></html>`;

interface RenderedPage {
  /** The page's tags in the head. */
  head: string;
  html: string;
  /** JSON, escaped for HTML. */
  state: string;
  /** Parts whose HTML is in `html`. */
  parts: string[];
}

/** Returns a function that makes documents; what is constant for a registry is computed once. */
export function createDocumentTemplate(
  registry: Registry,
  isDevelopment: boolean,
): (page: RenderedPage) => Uint8Array<ArrayBuffer> {
  const shell = registry.shell!;
  const script = shell.entry.find((file) => file.endsWith('.js'))!;
  // The font of headings is preloaded: otherwise it would be requested only after the style sheet is parsed.
  const font = Object.keys(shell.integrity).find((file) => /^browser\/display\.\w+\.woff2$/.test(file));
  const preload = font
    ? `<link rel="preload" as="font" type="font/woff2" href="${fileOf(shell, path.basename(font))}" crossorigin>`
    : '';
  const styles = preload + shellStyles(shell);
  const boot =
    `<script async src="/boot.js" data-src="${fileOf(shell, script)}" ` +
    `data-integrity="${escape(shell.integrity[`browser/${script}`]!)}"${isDevelopment ? ' data-dev=""' : ''}></script>`;
  // Its result has its own ArrayBuffer, which can be transferred to another thread.
  const encoder = new TextEncoder();
  return ({ head, html, state, parts }) =>
    encoder.encode(
      `${START}${head}${styles}${remoteStyles(parts, registry)}${boot}</head><body><div id="root">${html}</div>` +
        `<p id="announcer" class="visually-hidden" aria-live="assertive"></p>` +
        `<script type="application/json" id="state">${state}</script></body></html>`,
    );
}

/**
 * Remotes' styles from the shell's origin, because a remote that hangs would block rendering. `data-rspack` marks them as loaded
 * for the chunk loader.
 */
function remoteStyles(parts: readonly string[], registry: Registry): string {
  const links = new Set<string>();
  for (const part of parts) {
    const name = part.replace(/\/.*/, '');
    const remote = registry.remotes[name];
    for (const { file, chunk } of remote?.parts[part]?.styles ?? []) {
      const href = `/bundles/${remote!.slice}/${remote!.version}/${file}`;
      links.add(`<link rel="stylesheet" href="${href}" data-rspack="${name}:chunk-${chunk}">`);
    }
  }
  return [...links].join('');
}

/** Scripts from the shop, its remotes and the payment providers only, nothing inline. */
export function contentSecurityPolicy(registry: Registry, config: Config): string {
  const remotes = Object.values(registry.remotes)
    .map(({ slice }) => config.REMOTES_ORIGINS[slice]!)
    .join(' ');
  const checkout = config.CHECKOUT_ORIGINS.join(' ');
  const images = config.IMAGE_ORIGINS.join(' ');
  return [
    `default-src 'self'`,
    `script-src 'self' ${remotes} ${checkout}`,
    // React writes style attributes; style sheets are files.
    `style-src 'self' ${remotes}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob: ${remotes} ${checkout} ${images}`,
    `font-src 'self'`,
    `media-src 'self' blob:`,
    `connect-src 'self' ${remotes} ${checkout}`,
    `frame-src ${checkout || `'none'`}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self' ${checkout}`,
    `frame-ancestors 'none'`,
  ]
    .map((line) => line.trim().replaceAll(/ +/g, ' '))
    .join('; ');
}
