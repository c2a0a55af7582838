import { hash, verify, X509Certificate } from 'node:crypto';
import { type BaseBlock, fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs';
import { TimeStampInvalid } from '../../ports/timestamps.ts';
import { requireChain } from './certificate-chain.ts';
import {
  CONTENT_TYPE,
  digestNames,
  MESSAGE_DIGEST,
  SHA256,
  SIGNING_CERTIFICATE,
  SIGNING_CERTIFICATE_V2,
  signatureDigests,
  TIME_STAMPING,
  TST_INFO,
} from './object-ids.ts';

/** What a stamp must be about. The nonce and the policy are known only to the request. */
export type ExpectedStamp = {
  readonly sha256: string;
  readonly nonce?: Buffer | undefined;
  readonly policy?: string | undefined;
};

/**
 * Checks an authority's answer (RFC 3161, section 2.4.2) and returns its time. The certificates that it brings must lead
 * to one of `anchors`. Throws `TimeStampInvalid`; malformed input is unreadable and no other error.
 */
export function readTimeStamp(
  response: Buffer,
  { sha256, nonce, policy }: ExpectedStamp,
  anchors: readonly X509Certificate[],
): Date {
  const parts = readable(() => takeApart(response));
  const content = readable(() => checkSignature(parts));
  const info = readable(() => TSTInfo.fromBER(Uint8Array.from(content)));
  const { algorithmId } = info.messageImprint.hashAlgorithm;
  const imprint = Buffer.from(info.messageImprint.hashedMessage.getValue()).toString('hex');
  if (algorithmId !== SHA256 || imprint !== sha256) throw new TimeStampInvalid('another_imprint');
  if (nonce !== undefined && !isSameNumber(info.nonce, nonce)) throw new TimeStampInvalid('another_nonce');
  if (policy !== undefined && info.policy !== policy) throw new TimeStampInvalid('another_policy');
  requireTimeStamping(parts.certificate);
  requireChain(parts.certificate, parts.others, anchors, info.genTime);
  return info.genTime;
}

type Parts = {
  readonly content: Buffer;
  readonly signer: SignerInfo;
  readonly certificate: X509Certificate;
  readonly others: readonly X509Certificate[];
};

const GRANTED = [0, 1];

function takeApart(response: Buffer): Parts {
  const { result, offset } = fromBER(Uint8Array.from(response));
  if (offset !== response.length || !(result instanceof Sequence)) throw new TimeStampInvalid('unreadable');
  const [statusInfo, token] = result.valueBlock.value;
  const status = statusInfo instanceof Sequence ? statusInfo.valueBlock.value[0] : undefined;
  if (!(status instanceof Integer)) throw new TimeStampInvalid('unreadable');
  if (!GRANTED.includes(status.valueBlock.valueDec) || token === undefined) throw new TimeStampInvalid('rejected');

  const signed = new SignedData({ schema: new ContentInfo({ schema: token }).content });
  const { eContentType, eContent } = signed.encapContentInfo;
  const [signer] = signed.signerInfos;
  if (eContentType !== TST_INFO || !eContent || !signer || signed.signerInfos.length !== 1) {
    throw new TimeStampInvalid('unreadable');
  }
  const all = (signed.certificates ?? []).filter((item) => item instanceof Certificate);
  const certificate = all.find((candidate) => isSigner(candidate, signer));
  if (certificate === undefined) throw new TimeStampInvalid('unreadable');
  return {
    content: Buffer.from(eContent.getValue()),
    signer,
    certificate: openCertificate(certificate),
    others: all.filter((other) => other !== certificate).map(openCertificate),
  };
}

function isSigner({ issuer, serialNumber }: Certificate, { sid }: SignerInfo): boolean {
  const signerId: unknown = sid;
  return (
    signerId instanceof IssuerAndSerialNumber &&
    signerId.issuer.isEqual(issuer) &&
    signerId.serialNumber.isEqual(serialNumber)
  );
}

/** Returns the signed content. Nothing in it may be read before. */
function checkSignature({ content, signer, certificate }: Parts): Buffer {
  const { signedAttrs, digestAlgorithm, signatureAlgorithm, signature } = signer;
  const digest = digestNames.get(digestAlgorithm.algorithmId);
  const ofSignature = signatureDigests.get(signatureAlgorithm.algorithmId);
  if (!signedAttrs || digest === undefined || ofSignature === undefined) throw new TimeStampInvalid('unreadable');
  const isSound = verify(
    ofSignature ?? digest,
    Buffer.from(signedAttrs.encodedValue),
    certificate.publicKey,
    Buffer.from(signature.getValue()),
  );
  if (!isSound) throw new TimeStampInvalid('changed');

  const values = new Map(signedAttrs.attributes.map(({ type, values: [value] }): [string, unknown] => [type, value]));
  const [type, messageDigest] = [values.get(CONTENT_TYPE), values.get(MESSAGE_DIGEST)];
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== TST_INFO) throw new TimeStampInvalid('changed');
  const isSameContent =
    messageDigest instanceof OctetString &&
    Buffer.from(messageDigest.getValue()).equals(hash(digest, content, 'buffer'));
  if (!isSameContent || !namesCertificate(values, certificate)) throw new TimeStampInvalid('changed');
  return content;
}

/** The signature covers the digest of its certificate, so that no other certificate of the same key can replace it. */
function namesCertificate(values: ReadonlyMap<string, unknown>, { raw }: X509Certificate): boolean {
  const newer = values.get(SIGNING_CERTIFICATE_V2);
  const identifier = firstIn(firstIn(newer ?? values.get(SIGNING_CERTIFICATE)));
  const [first, second] = identifier instanceof Sequence ? identifier.valueBlock.value : [];
  if (first instanceof OctetString) {
    return Buffer.from(first.getValue()).equals(hash(newer ? 'sha256' : 'sha1', raw, 'buffer'));
  }
  const algorithm = first === undefined ? undefined : firstIn(first);
  const digest = algorithm instanceof ObjectIdentifier ? digestNames.get(algorithm.getValue()) : undefined;
  if (digest === undefined || !(second instanceof OctetString)) return false;
  return Buffer.from(second.getValue()).equals(hash(digest, raw, 'buffer'));
}

function firstIn(block: unknown): BaseBlock | undefined {
  return block instanceof Sequence ? block.valueBlock.value[0] : undefined;
}

/** RFC 3161, section 2.3: this purpose, no other, and marked as critical. */
function requireTimeStamping({ raw }: X509Certificate): void {
  const extension = readable(() => Certificate.fromBER(raw).extensions ?? []).find(
    ({ extnID }) => extnID === '2.5.29.37',
  );
  const usage: unknown = extension?.parsedValue;
  const purposes = usage instanceof ExtKeyUsage ? usage.keyPurposes : [];
  if (!extension?.critical || purposes.length !== 1 || purposes[0] !== TIME_STAMPING) {
    throw new TimeStampInvalid('not_a_time_stamping_certificate');
  }
}

function openCertificate(certificate: Certificate): X509Certificate {
  return new X509Certificate(Buffer.from(certificate.toString('hex'), 'hex'));
}

/** A leading zero only keeps a number positive. */
function isSameNumber(number: Integer | undefined, expected: Buffer): boolean {
  if (number === undefined) return false;
  return withoutZeros(Buffer.from(number.valueBlock.valueHexView)) === withoutZeros(expected);
}

function withoutZeros(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(00)+/, '');
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof TimeStampInvalid ? error : new TimeStampInvalid('unreadable');
  }
}
