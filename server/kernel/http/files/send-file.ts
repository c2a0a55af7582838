import { Readable } from 'node:stream';
import { refusal } from '@vialkeep/contract/kernel/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BufferedFile, FileAnswer, StreamedFile } from '../handle.ts';
import { dataPolicy, shownFilePolicy } from '../headers.ts';
import { Refusal } from '../refuse.ts';
import { parseRange } from './range.ts';

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.header('content-type', file.mediaType);
  return 'content' in file ? sendHeld(request, reply, file) : sendStream(request, reply, file);
}

function sendStream(request: FastifyRequest, reply: FastifyReply, file: StreamedFile): FastifyReply {
  reply.header('content-security-policy', dataPolicy);
  if (file.bytes !== undefined) reply.header('content-length', file.bytes);
  if (file.fileName !== undefined) {
    reply
      .header('content-disposition', `attachment; filename="${plain(file.fileName)}"`)
      .header('cache-control', 'no-store');
  }
  if (request.method !== 'HEAD') return reply.send(file.stream);
  // The framework would generate the whole file and throw it away.
  file.stream.destroy();
  return reply.send(Readable.from([]));
}

const noSuchPart = refusal(416, 'There is no such part of this file.');

/** Sends the whole file or the requested range. Confidential files must not be cached. */
function sendHeld(request: FastifyRequest, reply: FastifyReply, { content, shownAs }: BufferedFile): FastifyReply {
  // The file has no validator, so a request with If-Range gets the whole file.
  const isPartial = request.method === 'GET' && request.headers['if-range'] === undefined;
  const part = isPartial ? parseRange(request.headers.range, content.length) : 'whole';
  if (part === 'none') {
    reply.header('content-range', `bytes */${content.length}`);
    throw new Refusal('no_such_part', noSuchPart);
  }
  reply
    .header('content-security-policy', shownFilePolicy)
    .header('content-disposition', `inline; filename="${plain(shownAs)}"`)
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes');
  if (part === 'whole') return reply.send(content);
  return reply
    .code(206)
    .header('content-range', `bytes ${part.first}-${part.last}/${content.length}`)
    .send(content.subarray(part.first, part.last + 1));
}

/** Replaces the characters that have a meaning in a quoted header value. */
function plain(name: string): string {
  return name.replaceAll(/[^\w.:-]/g, '_');
}
