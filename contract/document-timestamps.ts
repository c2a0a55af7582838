import { z } from 'zod';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';

/** A time stamp (RFC 3161) of the file: the authority and its time. */
export const FileTimestamp = z.object({
  /** 'own clock', or the host of the outside authority. */
  by: z.string(),
  at: z.string(),
  /** The authority is the installation's own, so the time is that of its server. */
  own: z.boolean(),
  /** Where the stamp can be downloaded, as readTimestamp serves it. */
  url: z.string(),
});

/** A reply as `openssl ts -verify -in` reads it. The code names the document, whose certificate may have a supplement. */
export const readTimestamp = route({
  method: 'GET',
  path: '/api/v1/documents/verify/:code/timestamp.tsr',
  summary: 'The time stamp of the document with this code',
  access: 'public',
  params: z.object({ code: text(40) }),
  query: z.object({ of: z.enum(['document', 'supplement']).default('document') }),
});

/** What a check of stamps with `own: true` needs to know; stamps of other authorities lead to those. */
export const readTimestampAuthority = route({
  method: 'GET',
  path: '/api/v1/documents/timestamp-authority.pem',
  summary: 'The certificates of the installation’s own time-stamp authority',
  access: 'public',
});
