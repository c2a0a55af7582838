import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { BitString, Integer, OctetString, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  type PkiObject,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs';
import { ECDSA_SHA256, TIME_STAMPING } from './object-ids.ts';

/** A new key for time stamps as PEM files: the key, its certificate, and that of the authority which certified it. */
export type NewAuthorityKey = {
  readonly key: string;
  readonly certificate: string;
  readonly authority: string;
};

const YEARS = 10;
const HOUR_MS = 3_600_000;

/**
 * Creates an authority and one certificate for time stamps signed by it. The authority's private key is dropped at once,
 * so that no other certificate can ever be issued in its name.
 */
export function newAuthorityKey(product: string, at: Date): NewAuthorityKey {
  const [authority, stamping] = [newPair(), newPair()];
  const begins = new Date(at.getTime() - HOUR_MS);
  const ends = new Date(at);
  ends.setUTCFullYear(ends.getUTCFullYear() + YEARS);
  const issuer = buildDistinguishedName(`${product} Time Stamp Authority`);
  const validity = { begins, ends, issuer, signedBy: authority.privateKey };
  return {
    key: stamping.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certify({
      ...validity,
      subject: buildDistinguishedName(`${product} Time Stamps`),
      publicKey: stamping.publicKey,
      extensions: [
        extension('2.5.29.19', new BasicConstraints()),
        keyUsage(DIGITAL_SIGNATURE),
        extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [TIME_STAMPING] })),
        extension('2.5.29.35', keyIdentifierOfIssuer(authority.publicKey), false),
      ],
    }),
    authority: certify({
      ...validity,
      subject: issuer,
      publicKey: authority.publicKey,
      extensions: [
        extension('2.5.29.19', new BasicConstraints({ cA: true, pathLenConstraint: 0 })),
        keyUsage(CERTIFICATE_SIGNING),
        extension('2.5.29.14', new OctetString({ valueHex: keyIdentifier(authority.publicKey) }), false),
      ],
    }),
  };
}

type CertificateFacts = {
  readonly subject: RelativeDistinguishedNames;
  readonly issuer: RelativeDistinguishedNames;
  readonly begins: Date;
  readonly ends: Date;
  readonly publicKey: KeyObject;
  readonly extensions: Extension[];
  readonly signedBy: KeyObject;
};

function certify({ subject, issuer, begins, ends, publicKey, extensions, signedBy }: CertificateFacts): string {
  const algorithm = new AlgorithmIdentifier({ algorithmId: ECDSA_SHA256 });
  const certificate = new Certificate({
    version: 2,
    // The first bit must be 0, or the serial number would be negative.
    serialNumber: new Integer({ valueHex: Buffer.concat([Buffer.of(1), randomBytes(15)]) }),
    signature: algorithm,
    issuer,
    notBefore: buildTime(begins),
    notAfter: buildTime(ends),
    subject,
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(publicKey.export({ type: 'spki', format: 'der' })),
    extensions,
    signatureAlgorithm: algorithm,
  });
  const toSign = Buffer.from(certificate.encodeTBS().toBER());
  certificate.tbsView = toSign;
  certificate.signatureValue = new BitString({ valueHex: sign('sha256', toSign, signedBy) });
  const lines =
    Buffer.from(certificate.toSchema().toBER())
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** P-256: as strong as RSA with 3,072 bits, and created in a millisecond. */
function newPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function buildDistinguishedName(commonName: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: commonName.slice(0, 64) });
  return new RelativeDistinguishedNames({ typesAndValues: [new AttributeTypeAndValue({ type: '2.5.4.3', value })] });
}

/** Certificates write dates from 2050 on in another form. */
function buildTime(value: Date): Time {
  return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value });
}

function extension(extnID: string, value: PkiObject | OctetString | BitString, critical = true): Extension {
  const encoded = 'toBER' in value ? Buffer.from(value.toBER()) : Buffer.from(value.toString('hex'), 'hex');
  return new Extension({ extnID, critical, extnValue: Uint8Array.from(encoded).buffer });
}

const DIGITAL_SIGNATURE = { bits: 0b1000_0000, unusedBits: 7 };
const CERTIFICATE_SIGNING = { bits: 0b0000_0100, unusedBits: 2 };

function keyUsage({ bits, unusedBits }: typeof DIGITAL_SIGNATURE): Extension {
  return extension('2.5.29.15', new BitString({ valueHex: Buffer.of(bits), unusedBits }));
}

function keyIdentifier(publicKey: KeyObject): Buffer {
  return createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
}

function keyIdentifierOfIssuer(publicKey: KeyObject): AuthorityKeyIdentifier {
  return new AuthorityKeyIdentifier({ keyIdentifier: new OctetString({ valueHex: keyIdentifier(publicKey) }) });
}
