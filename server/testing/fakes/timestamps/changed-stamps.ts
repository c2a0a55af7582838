import { fromBER, Sequence } from 'asn1js';
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData } from 'pkijs';

export type StampToCheck = { readonly data: Buffer; readonly token: Buffer; readonly authority: string };

export function flipByte(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
}

/**
 * Nineteen changes of a stamp that no check may accept: bytes of the statement, of the signer's certificate, of the
 * signed attributes and of the signature, other data, and the stamp of other data.
 */
export function listChangedStamps(stamp: StampToCheck, ofOtherData: Buffer): StampToCheck[] {
  const { data, token } = stamp;
  const { content, certificate, attributes, signature } = parseStamp(token);
  const places = [
    ...spread(token, content, 5),
    ...spread(token, certificate, 4),
    ...spread(token, attributes, 3),
    ...spread(token, signature, 4),
  ];
  return [
    ...places.map((place) => ({ ...stamp, token: flipByte(token, place) })),
    { ...stamp, data: flipByte(data, 0) },
    { ...stamp, token: ofOtherData },
    { ...stamp, token: token.subarray(0, -1) },
  ];
}

function parseStamp(token: Buffer) {
  const { result } = fromBER(Uint8Array.from(token));
  const [, contentInfo] = result instanceof Sequence ? result.valueBlock.value : [];
  const signed = new SignedData({ schema: new ContentInfo({ schema: contentInfo }).content });
  const { eContent } = signed.encapContentInfo;
  const [signer] = signed.signerInfos;
  const sid: unknown = signer?.sid;
  const certificate = (signed.certificates ?? []).find(
    (item) =>
      item instanceof Certificate &&
      sid instanceof IssuerAndSerialNumber &&
      item.serialNumber.isEqual(sid.serialNumber),
  );
  if (!eContent || !signer?.signedAttrs || !certificate) throw new Error('The stamp is not signed.');
  return {
    content: Buffer.from(eContent.getValue()),
    certificate: Buffer.from(certificate.toString('hex'), 'hex'),
    // The first byte is the tag of a set, which the token itself writes otherwise.
    attributes: Buffer.from(signer.signedAttrs.encodedValue).subarray(1),
    signature: Buffer.from(signer.signature.getValue()),
  };
}

/** Places inside a part, evenly. */
function spread(token: Buffer, part: Buffer, count: number): number[] {
  const at = token.indexOf(part);
  if (at < 0 || part.length === 0) throw new Error('The stamp has no such part.');
  return Array.from({ length: count }, (_, n) => at + Math.floor(((n + 0.5) * part.length) / count));
}
