import type { Scanner } from './target.ts';
import { runTool, versionOf } from './tool.ts';

/**
 * Scans nginx with the configuration that the product writes for a site; the seeded counterpart offers old protocols.
 */
export const tls: Scanner = {
  name: 'sslscan',
  version: () => versionOf('sslscan', '--version'),
  async findings({ tlsPort, folder }) {
    const { output } = await runTool(
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

/** The checks for each element of the report, by element name. */
const objections: Readonly<Record<string, (of: Attributes) => readonly string[]>> = {
  protocol: ({ type = '', version = '', enabled }) =>
    enabled === '1' && (type === 'ssl' || version < '1.2') ? [`${type.toUpperCase()} ${version} is spoken`] : [],
  // All TLS 1.3 ciphers are strong; earlier versions must offer only forward secrecy with authenticated encryption.
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
