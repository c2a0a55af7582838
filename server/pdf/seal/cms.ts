import { verify, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** The sealer and time of a seal over this digest, or the reason why it is invalid. */
export function readCms(
  cms: Buffer,
  digest: Buffer,
  authorities: readonly X509Certificate[],
): { subject: string; signedAt: Date } | 'not_sealed' | 'altered' | 'not_ours' {
  const parts = takeApart(cms);
  if (parts === null) return 'not_sealed';
  const { attributes, signature, certificates, sealer } = parts;

  const authority = certificates.find((found) => authorities.some((ours) => ours.raw.equals(found.raw)));
  const certificate = certificates.find((found) => found !== authority);
  if (authority === undefined || certificate === undefined || certificates.length !== 2) return 'not_ours';
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey) || certificate.ca) {
    return 'not_ours';
  }
  if (!sealer.equals(issuerAndSerial(certificate))) return 'not_ours';

  // No attribute is read before the signature is verified.
  if (!verify('sha256', attributes, certificate.publicKey, signature)) return 'altered';
  const said = readAttributes(attributes);
  if (said === null || !said.digest.equals(digest)) return 'altered';
  if (said.signedAt < certificate.validFromDate || said.signedAt > certificate.validToDate) return 'not_ours';
  return { subject: certificate.subject.split('\n').join(', '), signedAt: said.signedAt };
}

type Parts = {
  /** As they were signed: a set with its own tag. */
  readonly attributes: Buffer;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  readonly sealer: Buffer;
};

/**
 * Parses a CMS and encodes it again in the one form of the product's seals; a seal that differs by a byte is not the
 * product's. Malformed input is not either.
 */
function takeApart(cms: Buffer): Parts | null {
  try {
    const root = forge.asn1.fromDer(cms.toString('binary'));
    const signedData = childOf(root, 1, 0);
    const certificates = childrenOf(childOf(signedData, 3)).map(bytesOf);
    const signerInfo = childOf(signedData, 4, 0);
    const sealer = bytesOf(childOf(signerInfo, 1));
    const attributes = bytesOf(childOf(signerInfo, 3));
    const signature = Buffer.from(valueOf(childOf(signerInfo, 5)), 'binary');
    // The attributes are signed with the tag of a set but stored with another tag, which the signature does not cover.
    if (attributes[0] !== 0xa0 || !compose(certificates, sealer, attributes, signature).equals(cms)) return null;
    return {
      attributes: Buffer.concat([Buffer.from([0x31]), attributes.subarray(1)]),
      signature,
      certificates: certificates.map((certificate) => new X509Certificate(certificate)),
      sealer,
    };
  } catch {
    return null;
  }
}

function compose(certificates: readonly Buffer[], sealer: Buffer, attributes: Buffer, signature: Buffer): Buffer {
  const sha256 = sequence(oid('sha256'), NULL);
  const signerInfo = sequence(
    ONE,
    sealer,
    sha256,
    attributes,
    sequence(oid('rsaEncryption'), NULL),
    der(0x04, signature),
  );
  const signedData = sequence(
    ONE,
    der(0x31, sha256),
    sequence(oid('data')),
    der(0xa0, ...certificates),
    der(0x31, signerInfo),
  );
  return sequence(oid('signedData'), der(0xa0, signedData));
}

function readAttributes(attributes: Buffer): { digest: Buffer; signedAt: Date } | null {
  const values = new Map<string, forge.asn1.Asn1>();
  for (const attribute of childrenOf(forge.asn1.fromDer(attributes.toString('binary')))) {
    values.set(forge.asn1.derToOid(valueOf(childOf(attribute, 0))), childOf(attribute, 1, 0));
  }
  const [digest, time] = [values.get(oidText('messageDigest')), values.get(oidText('signingTime'))];
  if (values.size !== 3 || digest === undefined || time === undefined) return null;
  const signedAt = forge.asn1.utcTimeToDate(valueOf(time));
  return { digest: Buffer.from(valueOf(digest), 'binary'), signedAt };
}

function issuerAndSerial(certificate: X509Certificate): Buffer {
  const body = childOf(forge.asn1.fromDer(certificate.raw.toString('binary')), 0);
  return sequence(bytesOf(childOf(body, 3)), bytesOf(childOf(body, 1)));
}

function childrenOf(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  if (typeof node.value === 'string') throw new Error('There is nothing inside.');
  return node.value;
}

function childOf(node: forge.asn1.Asn1, ...way: readonly number[]): forge.asn1.Asn1 {
  return way.reduce((inner, index) => {
    const child = childrenOf(inner)[index];
    if (child === undefined) throw new Error('A part is missing.');
    return child;
  }, node);
}

function valueOf(node: forge.asn1.Asn1): string {
  if (typeof node.value !== 'string') throw new Error('This is not a value.');
  return node.value;
}

function bytesOf(node: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary');
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

const ONE = Buffer.from([0x02, 0x01, 0x01]);
const NULL = Buffer.from([0x05, 0x00]);

function oidText(name: string): string {
  const found = forge.pki.oids[name];
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

function oid(name: string): Buffer {
  return der(0x06, Buffer.from(forge.asn1.oidToDer(oidText(name)).getBytes(), 'binary'));
}
