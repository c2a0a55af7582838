import { Readable } from 'node:stream';
import { readTimestamp, readTimestampAuthority } from '@vialkeep/contract/document-timestamps.ts';
import { handlePublic, withRateLimit } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { findStampOfFile } from '../../timestamps/index.ts';
import { findStampedDigest, verifyingCalls } from './verified.ts';
import { asPrinted } from './verify-code.ts';

/** A stamp holds a digest and a time, and no name; the code is public to any reader of the document. */
export const readTimestampHandler = withRateLimit(
  handlePublic(readTimestamp, async ({ params, query, services }) => {
    const db = services.store.read('platform');
    const code = asPrinted(params.code);
    const sha256 = orNotFound(await findStampedDigest(db, code, query.of));
    const { token } = orNotFound(await findStampOfFile(db, sha256));
    const name = query.of === 'supplement' ? `${code}-supplement` : code;
    return attach(token, 'application/timestamp-reply', `${name}.tsr`);
  }),
  verifyingCalls,
);

export const readTimestampAuthorityHandler = withRateLimit(
  handlePublic(readTimestampAuthority, async ({ services }) => {
    const certificates = orNotFound((await services.timestamps.ownCertificates()) || null);
    return attach(Buffer.from(certificates), 'application/x-pem-file', 'timestamp-authority.pem');
  }),
  verifyingCalls,
);

function attach(content: Buffer, mediaType: string, fileName: string) {
  return { stream: Readable.from([content]), bytes: content.length, mediaType, fileName };
}
