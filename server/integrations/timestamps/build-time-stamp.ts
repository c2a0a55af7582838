import { hash, type KeyObject, randomBytes, sign, type X509Certificate } from 'node:crypto';
import { Integer, Null, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js';
import {
  Accuracy,
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { CONTENT_TYPE, ECDSA_SHA256, MESSAGE_DIGEST, SHA256, SIGNING_CERTIFICATE_V2, TST_INFO } from './object-ids.ts';

export type StampingKey = {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  readonly authority: X509Certificate;
};

/** The policy 'stamped by the server itself'. Under 2.25 a UUID is an identifier that needs no registration. */
const OWN_POLICY = '2.25.168960544612794233998476658558691344867';

/** Builds the answer of an authority: the digest and the time, to the second, signed with the key. */
export function buildTimeStamp(sha256: string, at: Date, { key, certificate, authority }: StampingKey): Buffer {
  const content = Buffer.from(
    new TSTInfo({
      version: 1,
      policy: OWN_POLICY,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
        hashedMessage: new OctetString({ valueHex: Buffer.from(sha256, 'hex') }),
      }),
      // The first bit must be 0, or the serial number would be negative.
      serialNumber: new Integer({ valueHex: Buffer.concat([Buffer.of(1), randomBytes(15)]) }),
      genTime: at,
      accuracy: new Accuracy({ seconds: 1 }),
    })
      .toSchema()
      .toBER(),
  );
  const { issuer, serialNumber } = Certificate.fromBER(certificate.raw);
  const attributes = signedAttributes(content, certificate);
  const toSign = Buffer.from(new SetOf({ value: attributes.map((attribute) => attribute.toSchema()) }).toBER());

  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: TST_INFO });
  // Set afterwards, because the constructor splits the octets into the parts of a constructed string.
  encapContentInfo.eContent = new OctetString({ valueHex: content });
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: SHA256 });
  const signedData = new SignedData({
    version: 3,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo,
    certificates: [Certificate.fromBER(certificate.raw), Certificate.fromBER(authority.raw)],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        digestAlgorithm,
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
        signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: ECDSA_SHA256 }),
        signature: new OctetString({ valueHex: sign('sha256', toSign, key) }),
      }),
    ],
  });
  const timeStampToken = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signedData.toSchema(true) });
  const response = new TimeStampResp({ status: new PKIStatusInfo({ status: GRANTED }), timeStampToken });
  return Buffer.from(response.toSchema().toBER());
}

const GRANTED = 0;

/** In the order of their encodings, as DER requires of a set. */
function signedAttributes(content: Buffer, { raw }: X509Certificate): Attribute[] {
  const named = new Sequence({ value: [new OctetString({ valueHex: hash('sha256', raw, 'buffer') })] });
  const attributes = [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: TST_INFO })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: hash('sha256', content, 'buffer') })] }),
    new Attribute({
      type: SIGNING_CERTIFICATE_V2,
      values: [new Sequence({ value: [new Sequence({ value: [named] })] })],
    }),
  ];
  const encoded = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER());
  return attributes.toSorted((one, other) => Buffer.compare(encoded(one), encoded(other)));
}
