import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** A new key for a host, and its certificate request (PKCS #10, as base64url of its DER). */
export async function signingRequest(host: string): Promise<{ csr: string; privateKey: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const request = forge.pki.createCertificationRequest();
  request.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // The alternative names hold the host; the common name is optional and too short for some hosts.
  request.setSubject([]);
  request.setAttributes([
    { name: 'extensionRequest', extensions: [{ name: 'subjectAltName', altNames: [{ type: DNS_NAME, value: host }] }] },
  ]);
  request.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  const der = forge.asn1.toDer(forge.pki.certificationRequestToAsn1(request)).getBytes();
  return { csr: Buffer.from(der, 'binary').toString('base64url'), privateKey };
}

const DNS_NAME = 2;
