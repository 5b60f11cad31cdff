import crypto from 'node:crypto';
import type { Ports } from '../ports.ts';

export interface EdgeSettings {
  ports: Ports;
  /** Addresses to listen on, as `127.0.0.1` and `[::1]`. */
  listen: string[];
  /** Names that requests may name as their `Host`: that of SHOP_URL and further ones. All others are refused. */
  hosts: readonly string[];
  remotes: readonly { folder: string; port: keyof Ports }[];
  /** For nginx's pid file and temporary files. */
  folder: string;
  /** The workers' user when the master runs as root. */
  user?: string | undefined;
  /** Full paths of brotli's modules; empty where this nginx has none. */
  brotliModules: string[];
  /** Addresses and networks of load balancers in front of the edge: whom they say that they ask for is believed. */
  trustedProxies?: readonly string[];
  /** Files of the certificate with its chain and of its key; without them the edge speaks plain HTTP. */
  tls?: Tls | undefined;
  /** Answers requests without TLS: proofs of an ACME client that the name is the shop's, from a folder; all else goes to `shopUrl`. */
  plain?: { port: number; challenges: string; shopUrl: string } | undefined;
  /**
   * Host names of the gateway and the shell; without it both are on this machine. With a `resolver` they are looked up all the time,
   * else once: a name whose address stays.
   */
  upstreamHosts?: { gateway: string; shell: string; resolver?: string };
}

export interface Tls {
  certificate: string;
  key: string;
  /** How this nginx is told to speak HTTP/2: since 1.25.1 by a directive of its own. */
  http2: 'directive' | 'listen';
}

/**
 * One server for the shop (the API from the gateway, everything else from the shell) and one origin per remote that serves
 * its published files only, which the shell reads from the storage.
 */
export function nginxConf(settings: EdgeSettings): string {
  const { ports, hosts, folder, user, brotliModules, trustedProxies = [], tls, plain } = settings;
  const brotli = brotliModules.length > 0;
  const { upstreamHosts } = settings;
  const upstream = (name: string, host: string | undefined, port: number) =>
    upstreamHosts?.resolver
      ? `zone ${name} 64k;\n    server ${host}:${port} resolve;`
      : `server ${host ?? '127.0.0.1'}:${port};`;
  return `# Written by infra/edge/nginx.conf.ts at every start.
${brotliModules.map((file) => `load_module ${quote(file)};\n`).join('')}${user ? `user ${user};\n` : ''}daemon off;
worker_processes 2;
# After a reload: longer than any call may take.
worker_shutdown_timeout 35s;
worker_rlimit_nofile ${WORKER_FILES};
pid ${quote(`${folder}/nginx.pid`)};
error_log stderr warn;

events {
  worker_connections ${WORKER_CONNECTIONS};
}

http {
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
  keepalive_requests 10000;
  # Against slow-request attacks.
  client_header_timeout 10s;
  client_body_timeout 15s;
  send_timeout 30s;
  client_header_buffer_size 2k;
  large_client_header_buffers 4 16k;
  # The largest bodies are photographs and clips that staff upload.
  client_max_body_size 12m;
  client_body_temp_path ${quote(`${folder}/tmp/body`)};
  proxy_temp_path ${quote(`${folder}/tmp/proxy`)};
  fastcgi_temp_path ${quote(`${folder}/tmp/fastcgi`)};
  uwsgi_temp_path ${quote(`${folder}/tmp/uwsgi`)};
  scgi_temp_path ${quote(`${folder}/tmp/scgi`)};

${TYPES}${tls ? tlsSettings(tls) : ''}${trustedProxies.length > 0 ? realAddress(trustedProxies) : ''}
  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_comp_level 5;
  gzip_min_length 1024;
  gzip_types text/css text/plain text/javascript application/json application/problem+json application/ld+json application/manifest+json application/xml image/svg+xml;
${brotli ? '  brotli on;\n  brotli_comp_level 5;\n  brotli_min_length 1024;\n  brotli_types text/css text/plain text/javascript application/json application/problem+json application/ld+json application/manifest+json application/xml image/svg+xml;\n' : ''}
  # A well-formed incoming request id is kept.
  map $http_x_request_id $shop_request_id {
    "~^[A-Za-z0-9-]{8,64}$" $http_x_request_id;
    default $request_id;
  }

  # The preferred image format, derived from Accept as the image service does.
  map $http_accept $image_format {
    "~image/avif" image/avif;
    "~image/webp" image/webp;
    default image/jpeg;
  }
  # Bundles are stored compressed and as they are, whatever a browser lists beside.
  map $http_accept_encoding $bundle_encoding {
    "~\\bgzip\\b" gzip;
    default "";
  }
  # Pages are counted per address (IPv6: per /64 network where it is written out). The rate is far above what a household or an office
  # behind one address asks for; files and what crawlers and probes read are not counted.
  map $remote_addr $page_client {
    "~^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+:[0-9a-f]+):" $1;
    default $remote_addr;
  }
  map $uri $counted_client {
    "~^/(bundles|dev)/" "";
    "~^/(boot\\.js|icon\\.svg|remotes\\.json|robots\\.txt|sitemap\\.xml)$" "";
    default $page_client;
  }
  limit_req_zone $counted_client zone=pages:4m rate=${PAGES_PER_SECOND}r/s;
  limit_req_status 429;
  limit_req_log_level warn;

  # Pictures and videos, as long as their answers say (those of reviews for an hour): on disk, least recently used are evicted first.
  proxy_cache_path ${quote(`${folder}/tmp/images`)} levels=1:2 keys_zone=images:4m max_size=512m inactive=30d use_temp_path=off;
  # As are the files of frontends, which lie under their digest.
  proxy_cache_path ${quote(`${folder}/tmp/bundles`)} levels=1:2 keys_zone=bundles:2m max_size=256m inactive=365d use_temp_path=off;

${upstreamHosts?.resolver ? `  # A replaced container has another address.\n  resolver ${upstreamHosts.resolver} valid=1s;\n` : ''}  upstream gateway {
    ${upstream('gateway', upstreamHosts?.gateway, ports.gateway)}
    keepalive 64;
    keepalive_requests 10000;
    keepalive_timeout ${UPSTREAM_KEEP_ALIVE};
  }
  upstream shell {
    ${upstream('shell', upstreamHosts?.shell, ports.shell)}
    keepalive 32;
    keepalive_requests 10000;
    keepalive_timeout ${UPSTREAM_KEEP_ALIVE};
  }

  proxy_http_version 1.1;
${proxyHeaders('  ')}
  proxy_connect_timeout 2s;
  proxy_read_timeout 60s;
  proxy_buffers 16 16k;
  proxy_buffer_size 16k;

${refusing(settings, ports.edge)}
  server {
${listening(settings, ports.edge)}
    server_name ${hosts.join(' ')};

${HEALTH}

    location /api/v1/ {
${API}    }
    # Their addresses open something: nginx would write the whole line of a request that fails.
    location ~ ^/api/v1/(order/link|auth/invitation|alerts/(link|unsubscribe)|wishlist/shared)/ {
      error_log /dev/null crit;
${API}    }
    location ~ ^/(order/link|staff/invitation|wishlist/shared)/ {
      error_log /dev/null crit;
${PAGE}    }
    # The cache key contains the negotiated format only.
    location /api/v1/images/ {
      proxy_cache_key $request_uri$image_format;
      proxy_ignore_headers Vary;
      proxy_set_header Accept $image_format;
${CACHED}    }
    # Cached whole; nginx serves ranges from the cache.
    location /api/v1/videos/ {
      proxy_cache_key $uri;
${CACHED}    }
    # Server-sent events: unbuffered, and idle connections stay open.
    location /api/v1/events {
      proxy_pass http://gateway;
      proxy_buffering off;
      # Held by every stream; the head of its answer fits.
      proxy_buffer_size 4k;
      proxy_read_timeout 1h;
      error_page 502 504 = @api_down;
    }
    location /bundles/ {
${BUNDLE}    }
    # For calls between services only.
    location /internal/ {
      return 404;
    }
    # For operators, on each process directly.
    location ~ ^/(metrics|health/) {
      return 404;
    }
    location / {
${PAGE}    }

    location @api_down {
      internal;
      default_type application/problem+json;
      add_header Retry-After 5 always;
      add_header Cache-Control no-store always;
      return 503 '{"type":"about:blank","title":"Service Unavailable","status":503,"code":"service.unavailable","message":"The shop is not available right now. Please try again in a moment.","requestId":"$shop_request_id"}';
    }
${BUNDLE_DOWN}    location @too_large {
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
    location @too_many_pages {
      internal;
      default_type "text/html; charset=utf-8";
      add_header Retry-After 10 always;
      add_header Cache-Control no-store always;
      add_header Content-Security-Policy "default-src 'none'; style-src 'sha256-${crypto.hash('sha256', DOWN_STYLE, 'base64')}'; base-uri 'none'; frame-ancestors 'none'" always;
      add_header X-Content-Type-Options nosniff always;
      return 429 '${TOO_MANY_PAGE}';
    }
  }
${settings.remotes.map((remote) => remoteServer(settings, remote.folder, ports[remote.port])).join('')}${plain ? plainServer(settings, plain) : ''}}
`;
}

/** Headers of every proxied request. */
const proxyHeaders = (indent: string): string => `${indent}proxy_set_header Connection "";
${indent}proxy_set_header Host $http_host;
${indent}proxy_set_header X-Request-Id $shop_request_id;
${indent}# Overwritten, not appended: what a visitor says himself reaches no part of the shop.
${indent}proxy_set_header X-Forwarded-For $remote_addr;
${indent}proxy_set_header X-Forwarded-Proto $scheme;
${indent}proxy_set_header X-Forwarded-Host $http_host;
${indent}# Reserved for calls between the shop's own processes.
${indent}proxy_set_header X-Service-Token "";`;

const API = `      proxy_pass http://gateway;
      # nginx takes every PUT and DELETE for repeatable; the gateway knows which are.
      proxy_next_upstream off;
      error_page 502 504 = @api_down;
      error_page 413 = @too_large;
`;

/** Public responses that last: concurrent misses wait for one upstream request. */
const CACHED = `      proxy_pass http://gateway;
      proxy_cache images;
      proxy_cache_lock on;
      proxy_cache_lock_timeout 15s;
      proxy_cache_use_stale error timeout http_502 http_503 http_504;
      # All headers are repeated: nginx inherits either all or none.
      proxy_set_header Accept-Encoding "";
      proxy_set_header Cookie "";
${proxyHeaders('      ')}
      error_page 502 504 = @api_down;
`;

/** A file of a frontend: asked for once, then served from the cache, also while no shell answers. */
const BUNDLE = `      proxy_pass http://shell;
      proxy_cache bundles;
      proxy_cache_key $uri$bundle_encoding;
      proxy_cache_lock on;
      proxy_cache_lock_timeout 15s;
      proxy_ignore_headers Vary;
      # All headers are repeated: nginx inherits either all or none.
      proxy_set_header Accept-Encoding $bundle_encoding;
      proxy_set_header Cookie "";
${proxyHeaders('      ')}
      error_page 502 504 =503 @bundle_down;
`;

const BUNDLE_DOWN = `    location @bundle_down {
      internal;
      default_type text/plain;
      add_header Retry-After 5 always;
      add_header Cache-Control no-store always;
      add_header Access-Control-Allow-Origin * always;
      return 503 'This file is not available right now.';
    }
`;

/** Browser files of all retained versions of one remote, under its own origin; never its server bundle. */
function remoteServer(settings: EdgeSettings, folder: string, port: number): string {
  const { hosts } = settings;
  return `
${refusing(settings, port)}
  server {
${listening(settings, port)}
    server_name ${hosts.join(' ')};

    # The answer's headers say that it is immutable; a 404 is not cached.
    location ~ "^/[A-Za-z0-9][A-Za-z0-9._-]*/browser/[A-Za-z0-9_][A-Za-z0-9._-]*$" {
      limit_except GET {
        deny all;
      }
      rewrite "^/([^/]+)/browser/([^/]+)$" /bundles/${folder}/$1/$2 break;
${BUNDLE}      add_header Access-Control-Allow-Origin * always;
      add_header Cross-Origin-Resource-Policy cross-origin always;
      add_header Timing-Allow-Origin * always;
    }
${BUNDLE_DOWN}    location / {
      add_header Access-Control-Allow-Origin * always;
      return 404;
    }
  }
`;
}

/** Probes ask by address. */
const HEALTH = `    location = /edge/health {
      default_type application/json;
      return 200 '{"ready":true}';
    }`;

/** Refuses requests for a host that is not the shop's: nothing that they ask for is made from that name. */
const refusing = (settings: EdgeSettings, port: number): string => `  server {
${listening(settings, port, 'default_server')}
    server_name _;
${HEALTH}
    location / {
      default_type text/plain;
      return 421 'This host is not served here.';
    }
  }`;

/** With TLS, who asks without it is sent to the same address with it. */
function listening({ listen, tls }: EdgeSettings, port: number, option = ''): string {
  const how = [option, tls && 'ssl', tls?.http2 === 'listen' && 'http2'].filter(Boolean).join(' ');
  const all = listen.map((address) => `listen ${address}:${port}${how && ` ${how}`};`);
  return lines(tls ? [...all, 'error_page 497 =308 https://$http_host$request_uri;'] : all);
}

/**
 * The files are named by a variable, so that they are read when a browser connects: a renewed certificate counts at once, without a signal, and
 * the edge runs before there is a first one. Browsers resume their session by a ticket's successor, the cache.
 */
const tlsSettings = ({ certificate, key, http2 }: Tls): string => `
  map $ssl_server_name $shop_certificate {
    default ${quote(certificate)};
  }
  map $ssl_server_name $shop_key {
    default ${quote(key)};
  }
  ssl_certificate $shop_certificate;
  ssl_certificate_key $shop_key;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305;
  ssl_prefer_server_ciphers off;
  ssl_session_cache shared:tls:8m;
  ssl_session_timeout 1d;
  ssl_session_tickets off;
  # Held by every connection.
  ssl_buffer_size 4k;
${http2 === 'directive' ? '  http2 on;\n' : ''}`;

/** Of all addresses that proxies added, the last one that is no trusted proxy's own. */
const realAddress = (proxies: readonly string[]): string => `
${proxies.map((proxy) => `  set_real_ip_from ${proxy};\n`).join('')}  real_ip_header X-Forwarded-For;
  real_ip_recursive on;
`;

const plainServer = ({ listen }: EdgeSettings, { port, challenges, shopUrl }: NonNullable<EdgeSettings['plain']>) => `
  server {
${lines(listen.map((address) => `listen ${address}:${port} default_server;`))}
    server_name _;
${HEALTH}
    location /.well-known/acme-challenge/ {
      root ${quote(challenges)};
      default_type text/plain;
    }
    location / {
      return 308 ${shopUrl.replace(/\/$/, '')}$request_uri;
    }
  }
`;

/** `TABS_LIMIT` of one gateway, each with a connection to its browser and one to the gateway. Any worker may get most of them. */
const EVENT_STREAMS = 10_000;
const WORKER_CONNECTIONS = 2 * EVENT_STREAMS + 4_096;
/** With the files that it sends. */
const WORKER_FILES = WORKER_CONNECTIONS + 4_096;

/** Shorter than a stopping part says that it stops: no request is sent into a connection that it closes. */
const UPSTREAM_KEEP_ALIVE = '3s';

/** One person opens a page every few seconds; a hundred behind one address stay below the rate. */
const PAGES_PER_SECOND = 20;
const PAGES_AT_ONCE = 400;

const PAGE = `      limit_req zone=pages burst=${PAGES_AT_ONCE} nodelay;
      proxy_pass http://shell;
      error_page 502 504 = @shell_down;
      error_page 429 = @too_many_pages;
`;

// Self-contained, like the shell server's page without a renderer (`unavailableDocument`).
const DOWN_STYLE =
  ':root{color-scheme:light dark;font:1rem/1.55 system-ui,sans-serif}' +
  'body{margin:0;color:CanvasText;background:Canvas}a{color:inherit}h1,p{margin:0}' +
  'main{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:100svh;padding:1.5rem;' +
  'box-sizing:border-box;text-align:center}';
const pageOf = (title: string, text: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>${title}</title><meta name="robots" content="noindex"><style>${DOWN_STYLE}</style></head><body>` +
  `<main><h1>${title}</h1><p>${text}</p><p><a href="">Try again</a></p></main></body></html>`;
const DOWN_PAGE = pageOf('Back in a moment', 'The shop is not available right now. Please try again shortly.');
const TOO_MANY_PAGE = pageOf(
  'One moment, please',
  'Many pages were opened from here in a short time. Please try again shortly.',
);

const lines = (all: string[]): string => all.map((line) => `    ${line}`).join('\n');

/** Quotes a path for nginx. */
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
