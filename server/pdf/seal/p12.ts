import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { SealingKey } from '../../ports/sealing-key.ts';

/**
 * Opens a key and finds its certificate and the issuing one. A seal embeds all certificates of the file, so it must
 * hold exactly these two.
 */
export function openP12(p12: Buffer, passphrase: string): SealingKey {
  const opened = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('binary')), passphrase);
  const key = opened.getBags({ bagType: oid('pkcs8ShroudedKeyBag') })[oid('pkcs8ShroudedKeyBag')]?.[0]?.key;
  const certificates = (opened.getBags({ bagType: oid('certBag') })[oid('certBag')] ?? []).flatMap(({ cert }) =>
    cert === undefined ? [] : [new X509Certificate(forge.pki.certificateToPem(cert))],
  );
  if (!isRsa(key)) throw new Error('The key is not an RSA key.');
  const modulus = key.n.toString(16);
  const certificate = certificates.find((candidate) => modulusOf(candidate) === modulus);
  if (certificate === undefined) throw new Error('No certificate fits the key.');
  const authority = certificates.find(
    (candidate) => candidate !== certificate && candidate.ca && certificate.checkIssued(candidate),
  );
  if (authority === undefined || certificates.length !== 2) {
    throw new Error('The certificate and that of its authority must be in the file, and no others.');
  }
  return { p12, passphrase, certificate, authority };
}

function oid(name: string): string {
  const found = forge.pki.oids[name];
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

function isRsa(key: unknown): key is forge.pki.rsa.PrivateKey {
  return typeof key === 'object' && key !== null && 'n' in key && 'd' in key;
}

function modulusOf(certificate: X509Certificate): string {
  const { n = '' } = certificate.publicKey.export({ format: 'jwk' });
  return Buffer.from(n, 'base64url').toString('hex').replace(/^0+/, '');
}
