import { verify, X509Certificate } from 'node:crypto';
import { Null, OctetString, UTCTime } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  type CertificateSetItem,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  type PkiObject,
  type SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

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
  if (!bytesOf(sealer).equals(bytesOf(issuerAndSerial(certificate)))) return 'not_ours';

  // No attribute is read before the signature is verified.
  const signed = Buffer.from(attributes.encodedValue);
  if (!verify('sha256', signed, certificate.publicKey, signature)) return 'altered';
  const said = readAttributes(attributes);
  if (said === null || !said.digest.equals(digest)) return 'altered';
  if (said.signedAt < certificate.validFromDate || said.signedAt > certificate.validToDate) return 'not_ours';
  return { subject: certificate.subject.split('\n').join(', '), signedAt: said.signedAt };
}

type Parts = {
  readonly attributes: SignedAndUnsignedAttributes;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  readonly sealer: IssuerAndSerialNumber;
};

/**
 * Parses a CMS and encodes it again in the one form of the product's seals; a seal that differs by a byte is not the
 * product's. Malformed input is not either.
 */
function takeApart(cms: Buffer): Parts | null {
  try {
    const { certificates = [], signerInfos } = new SignedData({
      schema: ContentInfo.fromBER(Buffer.from(cms)).content,
    });
    const [signer = new SignerInfo()] = signerInfos;
    const { signedAttrs: attributes } = signer;
    const sealer: unknown = signer.sid;
    if (!(sealer instanceof IssuerAndSerialNumber) || attributes === undefined) return null;
    const signature = Buffer.from(signer.signature.getValue());
    if (!compose(certificates, sealer, attributes, signature).equals(cms)) return null;
    return { attributes, signature, certificates: certificates.map(readCertificate), sealer };
  } catch {
    return null;
  }
}

function compose(
  certificates: CertificateSetItem[],
  sid: IssuerAndSerialNumber,
  signedAttrs: SignedAndUnsignedAttributes,
  signature: Buffer,
): Buffer {
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [algorithm(SHA256)],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid,
        digestAlgorithm: algorithm(SHA256),
        signedAttrs,
        signatureAlgorithm: algorithm(RSA),
        signature: new OctetString({ valueHex: signature }),
      }),
    ],
  });
  return bytesOf(new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signedData.toSchema() }));
}

/** The ASN.1 library keeps a length that is longer than necessary; OpenSSL encodes the certificate anew, in DER. */
function readCertificate(item: CertificateSetItem): X509Certificate {
  const bytes = bytesOf(item);
  const certificate = new X509Certificate(bytes);
  if (!certificate.raw.equals(bytes)) throw new Error('The certificate is not in DER.');
  return certificate;
}

function readAttributes({ attributes }: SignedAndUnsignedAttributes): { digest: Buffer; signedAt: Date } | null {
  const values = new Map(attributes.map(({ type, values: [value] }): [string, unknown] => [type, value]));
  const [digest, time] = [values.get(MESSAGE_DIGEST), values.get(SIGNING_TIME)];
  if (values.size !== 3 || !(digest instanceof OctetString) || !(time instanceof UTCTime)) return null;
  return { digest: Buffer.from(digest.getValue()), signedAt: time.toDate() };
}

function issuerAndSerial({ raw }: X509Certificate): IssuerAndSerialNumber {
  const { issuer, serialNumber } = Certificate.fromBER(raw);
  return new IssuerAndSerialNumber({ issuer, serialNumber });
}

function algorithm(algorithmId: string): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() });
}

function bytesOf(part: PkiObject): Buffer {
  return Buffer.from(part.toString('hex'), 'hex');
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const RSA = '1.2.840.113549.1.1.1';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
