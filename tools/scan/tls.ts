import type { Scanner } from './target.ts';
import { run, versionOf } from './tool.ts';

/** nginx with the configuration that the product writes for a site; on the planted side, one with old protocols. */
export const tls: Scanner = {
  name: 'sslscan',
  version: () => versionOf('sslscan', '--version'),
  async findings({ tlsPort, folder }) {
    const { output } = await run(
      'sslscan',
      ['--xml=-', '--no-colour', '--sni-name=north.localhost', `127.0.0.1:${tlsPort}`],
      folder,
    );
    if (!/<cipher status="/.test(output)) throw new Error(`sslscan did not speak to the server: ${output.slice(-600)}`);
    const elements = [...output.matchAll(/<([\w-]+)\s+([^>]*)\/?>/g)].map(([, name = '', text = '']) => ({
      name,
      of: Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])),
    }));
    return elements.flatMap(({ name, of }) => objections[name]?.(of) ?? []);
  },
  planted: [/TLS 1\.0 is spoken/, /TLS 1\.1 is spoken/, /weak cipher.*AES128-SHA$/],
  explained: [],
};

type Attributes = Readonly<Record<string, string>>;

/** What is wrong with an element of the report, by its name. */
const objections: Readonly<Record<string, (of: Attributes) => readonly string[]>> = {
  protocol: ({ type = '', version = '', enabled }) =>
    enabled === '1' && (type === 'ssl' || version < '1.2') ? [`${type.toUpperCase()} ${version} is spoken`] : [],
  // Version 1.3 knows no other; before it, only keys that are thrown away and encryption that notices a changed byte.
  cipher: ({ sslversion = '', cipher = '' }) =>
    sslversion === 'TLSv1.3' || /^ECDHE-.*(?:GCM|POLY1305)/.test(cipher)
      ? []
      : [`a weak cipher is offered with ${sslversion}: ${cipher}`],
  compression: ({ supported }) => (supported === '1' ? ['compression is offered'] : []),
  renegotiation: ({ supported, secure }) =>
    supported === '1' && secure !== '1' ? ['renegotiation is offered without its protection'] : [],
  heartbleed: ({ sslversion, vulnerable }) => (vulnerable === '1' ? [`Heartbleed with ${sslversion}`] : []),
  pk: ({ type, bits = '0' }) => (type === 'RSA' && Number(bits) < 2048 ? [`the key has only ${bits} bits`] : []),
};
