import { createHash, createHmac } from 'node:crypto';

export type SignedRequest = {
  method: string;
  /** As received, still encoded. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
};

export type Verdict = 'ok' | 'AccessDenied' | 'InvalidAccessKeyId' | 'SignatureDoesNotMatch' | 'RequestTimeTooSkewed';

const FIFTEEN_MINUTES = 15 * 60_000;

/** The store's side of AWS Signature Version 4, written from its specification with node:crypto. For fakes only. */
export function verifySignature(
  request: SignedRequest,
  keys: { accessKeyId: string; secretAccessKey: string; region: string },
  now: number,
): Verdict {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!authorization) return 'AccessDenied';
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature] = authorization;
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';

  const at = request.headers['x-amz-date'] ?? '';
  if (!at.startsWith(day) || Math.abs(now - timeOf(at)) > FIFTEEN_MINUTES) return 'RequestTimeTooSkewed';

  const signed = signedHeaders.split(';');
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied';

  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical(request, signed))].join('\n');
  const key = [keys.region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${keys.secretAccessKey}`, day));
  return hmac(key, toSign).toString('hex') === signature ? 'ok' : 'SignatureDoesNotMatch';
}

export function sha256(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex');
}

function canonical({ method, path, query, headers }: SignedRequest, signed: string[]) {
  const pairs = [...query].map(([name, value]) => `${encodeQueryText(name)}=${encodeQueryText(value)}`).toSorted();
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  return [method, path, pairs.join('&'), lines.join(''), signed.join(';'), headers['x-amz-content-sha256'] ?? ''].join(
    '\n',
  );
}

function encodeQueryText(text: string) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function timeOf(basic: string) {
  return Date.parse(basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
