import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

/**
 * A new key as files: a P12 with the key and both certificates, its passphrase, and the certificates for distribution.
 */
export type MadeKey = { readonly p12: Buffer; readonly passphrase: string; readonly authority: string };

/**
 * Creates an authority and one certificate signed by it. The authority's private key is dropped at once, so that no
 * other certificate can ever be issued in its name.
 */
export async function makeSealingKey(product: string, at: Date): Promise<MadeKey> {
  const [authorityPair, sealPair] = await Promise.all([newPair(), newPair()]);
  const begins = new Date(at.getTime() - 3_600_000);
  const ends = new Date(at);
  ends.setUTCFullYear(ends.getUTCFullYear() + YEARS);
  const authorityName = subject(product, `${product} Document Authority`);

  const authority = certificate(authorityPair.publicKey, authorityName, authorityName, begins, ends, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  authority.sign(authorityPair.privateKey, forge.md.sha256.create());

  const seal = certificate(
    sealPair.publicKey,
    subject(product, `${product} Document Seal`),
    authorityName,
    begins,
    ends,
    [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
      { name: 'subjectKeyIdentifier' },
      { name: 'authorityKeyIdentifier', keyIdentifier: authority.generateSubjectKeyIdentifier().getBytes() },
    ],
  );
  seal.sign(authorityPair.privateKey, forge.md.sha256.create());

  const passphrase = randomBytes(24).toString('base64url');
  const p12 = forge.pkcs12.toPkcs12Asn1(sealPair.privateKey, [seal, authority], passphrase, { algorithm: 'aes256' });
  return {
    p12: Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary'),
    passphrase,
    authority: forge.pki.certificateToPem(authority),
  };
}

const YEARS = 10;

/** Seals are computed in JavaScript; a key of 1.5 times the length takes three times as long. */
const RSA_BITS = 2_048;

async function newPair() {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey: forge.pki.publicKeyFromPem(publicKey), privateKey: forge.pki.privateKeyFromPem(privateKey) };
}

function certificate(
  publicKey: forge.pki.PublicKey,
  owner: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  begins: Date,
  ends: Date,
  extensions: object[],
): forge.pki.Certificate {
  const made = forge.pki.createCertificate();
  made.publicKey = publicKey;
  // The first bit must be 0, or the serial number would be negative.
  made.serialNumber = `01${randomBytes(15).toString('hex')}`;
  made.validity.notBefore = begins;
  made.validity.notAfter = ends;
  made.setSubject(owner);
  made.setIssuer(issuer);
  made.setExtensions(extensions);
  return made;
}

function subject(product: string, commonName: string): forge.pki.CertificateField[] {
  return [
    { name: 'commonName', value: commonName.slice(0, 64), valueTagClass: UTF8 },
    { name: 'organizationName', value: product.slice(0, 64), valueTagClass: UTF8 },
  ];
}

// @NOTE the library's types call this a tag class; it is the string type.
const UTF8 = forge.asn1.Type.UTF8 as unknown as forge.asn1.Class;
