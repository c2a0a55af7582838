import { isHostName } from '@vialkeep/contract/kernel/site-address.ts';

export type ServerBlock = {
  readonly host: string;
  /** The address of the product, such as '127.0.0.1:3000'. */
  readonly upstream: string;
  readonly ports: { readonly http: number; readonly https: number };
  /** Absolute paths; null before there is a certificate, when only http is served. */
  readonly certificate: { readonly chain: string; readonly key: string } | null;
};

/** The nginx configuration of one site. Its only external input is the host, which is validated (T55). */
export function serverBlock({ host, upstream, ports, certificate }: ServerBlock): string {
  if (!isHostName(host)) throw new Error('This is not a host name.');
  const name = `  server_name ${host};`;
  const forwarded = ['  location / {', ...passing(upstream), '  }'];
  if (certificate === null) {
    return ['server {', `  listen ${ports.http};`, name, ...forwarded, '}', ''].join('\n');
  }
  return [
    'server {',
    `  listen ${ports.http};`,
    name,
    // The certificate authority fetches the proof over http, also for a renewal.
    '  location /.well-known/acme-challenge/ {',
    ...passing(upstream),
    '  }',
    '  location / { return 301 https://$host$request_uri; }',
    '}',
    'server {',
    `  listen ${ports.https} ssl http2;`,
    name,
    `  ssl_certificate ${quotePath(certificate.chain)};`,
    `  ssl_certificate_key ${quotePath(certificate.key)};`,
    '  ssl_protocols TLSv1.2 TLSv1.3;',
    `  ssl_ciphers ${CIPHERS};`,
    '  ssl_session_tickets off;',
    '  server_tokens off;',
    ...forwarded,
    '}',
    '',
  ].join('\n');
}

/** Ciphers for TLS 1.2 with forward secrecy and authenticated encryption; TLS 1.3 has no others (T68). */
const CIPHERS = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305']
  .flatMap((cipher) => [`ECDHE-ECDSA-${cipher}`, `ECDHE-RSA-${cipher}`])
  .join(':');

/** The product trusts these headers from this proxy only (TRUST_PROXY). */
function passing(upstream: string): string[] {
  return [
    `proxy_pass http://${upstream};`,
    'proxy_http_version 1.1;',
    'proxy_set_header Host $host;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    'proxy_set_header X-Forwarded-Host "";',
    'proxy_set_header Forwarded "";',
    'proxy_set_header Connection "";',
    'proxy_read_timeout 150s;',
    'client_max_body_size 26m;',
  ].map((line) => `    ${line}`);
}

/** Quotes a path and escapes the characters that nginx interprets. */
function quotePath(path: string): string {
  if (/["\\$\n]/.test(path)) throw new Error('DATA_DIR has a character that a configuration cannot hold.');
  return `"${path}"`;
}
