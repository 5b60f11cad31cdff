import crypto from 'node:crypto';
import type { Ports } from '../ports.ts';

export interface EdgeSettings {
  ports: Ports;
  /** Where the shop and its remotes are reached, as `127.0.0.1` and `[::1]`. */
  listen: string[];
  /** The folder with one folder per remote. */
  deployFolder: string;
  remotes: readonly { folder: string; port: keyof Ports }[];
  /** nginx's own: pid file and temporary bodies. */
  folder: string;
  /** While this file exists, the shell's server on its second port answers. */
  nextShellMark: string;
  /** Whose files the workers may read when the master is root. */
  user?: string | undefined;
  /** Full paths of brotli's modules, where this nginx has them. */
  brotliModules: string[];
  /** Names of the gateway's and the shell's machines, looked up again and again; without it they are on this one. */
  elsewhere?: { gateway: string; shell: string; resolver: string };
}

/**
 * The edge of the shop: one server for the shop itself (the API by the gateway, all else by the shell) and one origin per
 * remote with nothing but its published files.
 */
export function nginxConf(settings: EdgeSettings): string {
  const { ports, listen, folder, user, brotliModules } = settings;
  const brotli = brotliModules.length > 0;
  const { elsewhere } = settings;
  const upstream = (name: string, host: string | undefined, port: number) =>
    host ? `zone ${name} 64k;\n    server ${host}:${port} resolve;` : `server 127.0.0.1:${port};`;
  return `# Written by infra/edge/nginx.conf.ts at every start.
${brotliModules.map((file) => `load_module ${quote(file)};\n`).join('')}${user ? `user ${user};\n` : ''}daemon off;
worker_processes 2;
worker_shutdown_timeout 10s;
pid ${quote(`${folder}/nginx.pid`)};
error_log stderr warn;

events {
  worker_connections 4096;
}

http {
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
  keepalive_requests 10000;
  # Who sends a request slower than this wants our connections, not an answer.
  client_header_timeout 10s;
  client_body_timeout 15s;
  send_timeout 30s;
  client_header_buffer_size 2k;
  large_client_header_buffers 4 16k;
  # Photographs and clips that staff send are the largest.
  client_max_body_size 12m;
  client_body_temp_path ${quote(`${folder}/tmp/body`)};
  proxy_temp_path ${quote(`${folder}/tmp/proxy`)};
  fastcgi_temp_path ${quote(`${folder}/tmp/fastcgi`)};
  uwsgi_temp_path ${quote(`${folder}/tmp/uwsgi`)};
  scgi_temp_path ${quote(`${folder}/tmp/scgi`)};

${TYPES}
  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_comp_level 5;
  gzip_min_length 1024;
  gzip_types text/css text/plain text/javascript application/json application/problem+json application/ld+json application/manifest+json application/xml image/svg+xml;
${brotli ? '  brotli on;\n  brotli_comp_level 5;\n  brotli_min_length 1024;\n  brotli_types text/css text/plain text/javascript application/json application/problem+json application/ld+json application/manifest+json application/xml image/svg+xml;\n' : ''}
  # A request keeps the id it came with if that looks like one.
  map $http_x_request_id $shop_request_id {
    "~^[A-Za-z0-9-]{8,64}$" $http_x_request_id;
    default $request_id;
  }

  # The format of pictures that the browser likes best, as the image service reads it from the same header.
  map $http_accept $image_format {
    "~image/avif" image/avif;
    "~image/webp" image/webp;
    default image/jpeg;
  }
  # Pictures and videos never change under their address: kept on disk, the least used go first.
  proxy_cache_path ${quote(`${folder}/tmp/images`)} levels=1:2 keys_zone=images:4m max_size=512m inactive=30d use_temp_path=off;

${elsewhere ? `  resolver ${elsewhere.resolver} valid=5s;\n` : ''}  upstream gateway {
    ${upstream('gateway', elsewhere?.gateway, ports.gateway)}
    keepalive 64;
    keepalive_requests 10000;
  }
  upstream shell {
    ${upstream('shell', elsewhere?.shell, ports.shell)}
    keepalive 32;
    keepalive_requests 10000;
  }
  upstream shell_next {
    ${upstream('shell_next', elsewhere?.shell, ports.shellNext)}
    keepalive 32;
    keepalive_requests 10000;
  }

  proxy_http_version 1.1;
${proxyHeaders('  ')}
  proxy_connect_timeout 2s;
  proxy_read_timeout 60s;
  proxy_buffers 16 16k;
  proxy_buffer_size 16k;

  server {
${lines(listen.map((address) => `listen ${address}:${ports.edge};`))}
    server_name _;

    location = /edge/health {
      default_type application/json;
      return 200 '{"ready":true}';
    }

    location /api/v1/ {
      proxy_pass http://gateway;
      error_page 502 504 = @api_down;
      error_page 413 = @too_large;
    }
    # Pictures are the same for everybody with the same formats.
    location /api/v1/images/ {
      proxy_cache_key $request_uri$image_format;
      proxy_ignore_headers Vary;
      proxy_set_header Accept $image_format;
${KEPT}    }
    # Kept whole; nginx cuts the parts out that browsers ask for.
    location /api/v1/videos/ {
      proxy_cache_key $uri;
${KEPT}    }
    # Server-sent events: each goes out at once, and silence is no failure.
    location /api/v1/events {
      proxy_pass http://gateway;
      proxy_buffering off;
      proxy_read_timeout 1h;
      error_page 502 504 = @api_down;
    }
    # Spoken between services only.
    location /internal/ {
      return 404;
    }
    # Asked of each process itself, by who runs it.
    location ~ ^/(metrics|health/) {
      return 404;
    }
    # Which generation answers is looked up for each request: a reload would cut visitors' idle connections.
    set $shell shell;
    if (-f ${quote(settings.nextShellMark)}) {
      set $shell shell_next;
    }
    location / {
      proxy_pass http://$shell;
      error_page 502 504 = @shell_down;
    }

    location @api_down {
      internal;
      default_type application/problem+json;
      add_header Retry-After 5 always;
      add_header Cache-Control no-store always;
      return 503 '{"type":"about:blank","title":"Service Unavailable","status":503,"code":"service.unavailable","message":"The shop is not available right now. Please try again in a moment.","requestId":"$shop_request_id"}';
    }
    location @too_large {
      internal;
      default_type application/problem+json;
      return 413 '{"type":"about:blank","title":"Payload Too Large","status":413,"code":"request.too-large","message":"That is too large: at most 12 MB.","requestId":"$shop_request_id"}';
    }
    location @shell_down {
      internal;
      default_type "text/html; charset=utf-8";
      add_header Retry-After 5 always;
      add_header Cache-Control no-store always;
      add_header Content-Security-Policy "default-src 'none'; style-src 'sha256-${crypto.hash('sha256', DOWN_STYLE, 'base64')}'; base-uri 'none'; frame-ancestors 'none'" always;
      add_header X-Content-Type-Options nosniff always;
      return 503 '${DOWN_PAGE}';
    }
  }
${settings.remotes.map((remote) => remoteServer(settings, remote.folder, ports[remote.port])).join('')}}
`;
}

/** What every upstream is told of a request. */
const proxyHeaders = (indent: string): string => `${indent}proxy_set_header Connection "";
${indent}proxy_set_header Host $http_host;
${indent}proxy_set_header X-Request-Id $shop_request_id;
${indent}# Overwritten, not appended: nobody in front of us is trusted.
${indent}proxy_set_header X-Forwarded-For $remote_addr;
${indent}proxy_set_header X-Forwarded-Proto $scheme;
${indent}proxy_set_header X-Forwarded-Host $http_host;
${indent}# Only parts of the shop prove themselves by it.
${indent}proxy_set_header X-Service-Token "";`;

/** What never changes under its address, and is the same for everybody: one request makes each, the others wait for it. */
const KEPT = `      proxy_pass http://gateway;
      proxy_cache images;
      proxy_cache_lock on;
      proxy_cache_lock_timeout 15s;
      proxy_cache_use_stale error timeout http_502 http_503 http_504;
      # All headers anew: nginx inherits them all or none.
      proxy_set_header Accept-Encoding "";
      proxy_set_header Cookie "";
${proxyHeaders('      ')}
      error_page 502 504 = @api_down;
`;

/** Published files of one remote under its own origin: every version that is still kept, never its server bundle. */
function remoteServer({ listen, deployFolder, brotliModules }: EdgeSettings, folder: string, port: number): string {
  return `
  server {
${lines(listen.map((address) => `listen ${address}:${port};`))}
    server_name _;
    root ${quote(`${deployFolder}/${folder}`)};
    gzip_static on;
${brotliModules.length > 0 ? '    brotli_static on;\n' : ''}    etag on;

    # File names carry the hash of their content; what is not there is not kept.
    location ~ "^/[A-Za-z0-9][A-Za-z0-9._-]*/browser/" {
      location ~ /\\. {
        return 404;
      }
      limit_except GET {
        deny all;
      }
      try_files $uri =404;
      add_header Cache-Control "public, max-age=31536000, immutable";
      add_header Access-Control-Allow-Origin * always;
      add_header Cross-Origin-Resource-Policy cross-origin always;
      add_header Timing-Allow-Origin * always;
      add_header X-Content-Type-Options nosniff always;
    }
    location / {
      add_header Access-Control-Allow-Origin * always;
      return 404;
    }
  }
`;
}

// Like the page of the shell's server that has no renderer (`unavailableDocument`), with all it needs in it.
const DOWN_STYLE =
  ':root{color-scheme:light dark;font:1rem/1.55 system-ui,sans-serif}' +
  'body{margin:0;color:CanvasText;background:Canvas}a{color:inherit}h1,p{margin:0}' +
  'main{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:100svh;padding:1.5rem;' +
  'box-sizing:border-box;text-align:center}';
const DOWN_PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>Back in a moment</title><meta name="robots" content="noindex"><style>${DOWN_STYLE}</style></head><body>` +
  '<main><h1>Back in a moment</h1><p>The shop is not available right now. Please try again shortly.</p>' +
  '<p><a href="">Try again</a></p></main></body></html>';

const lines = (all: string[]): string => all.map((line) => `    ${line}`).join('\n');

/** A path with a space or a quote in it is one word to nginx. */
const quote = (file: string): string =>
  `"${file.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '\\$')}"`;

const TYPES = `  types {
    text/html html;
    text/css css;
    text/javascript js mjs;
    application/json json map;
    application/manifest+json webmanifest;
    application/xml xml;
    text/plain txt;
    image/svg+xml svg;
    image/avif avif;
    image/webp webp;
    image/png png;
    image/jpeg jpg jpeg;
    image/x-icon ico;
    font/woff2 woff2;
    model/gltf-binary glb;
    video/mp4 mp4;
    application/wasm wasm;
  }
  default_type application/octet-stream;
`;
