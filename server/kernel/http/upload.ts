import type { Route, Upload } from '@vialkeep/contract/kernel/route.ts';
import type { FastifyRequest } from 'fastify';
import { detectFileType } from '../../integrations/files/file-type.ts';
import type { ReceivedFile } from './handle.ts';
import { refuse } from './refuse.ts';

/** Reads a multipart body: one `file`, and the text fields beside it. */
export async function receiveUpload(
  request: FastifyRequest,
  route: Route,
): Promise<{ body: Record<string, string>; file: ReceivedFile | null }> {
  if (!route.upload) return { body: {}, file: null };
  if (!request.isMultipart()) throw refuse('invalid_input', { fields: { file: 'Choose a file.' } });

  const body: Record<string, string> = {};
  let file: ReceivedFile | null = null;
  for await (const part of request.parts({
    limits: { fileSize: route.upload.maxBytes, files: 1, fields: 10, fieldSize: 1_000, parts: 12 },
  })) {
    if (part.type === 'file' && part.fieldname === 'file') {
      const bytes = await part.toBuffer();
      file = accepted(route.upload, bytes, part.filename ?? '');
    } else if (part.type === 'field' && typeof part.value === 'string') {
      body[part.fieldname] = part.value;
    }
  }
  if (!file) throw refuse('invalid_input', { fields: { file: 'Choose a file.' }, message: 'Choose a file.' });
  return { body, file };
}

function accepted(upload: Upload, bytes: Buffer, name: string): ReceivedFile {
  if (bytes.length === 0) {
    throw refuse('invalid_input', { fields: { file: 'This file is empty.' }, message: 'This file is empty.' });
  }
  const type = detectFileType(bytes);
  if (!type || !upload.types.includes(type)) {
    const wanted = upload.types.map((allowed) => allowed.toUpperCase()).join(', ');
    throw refuse('wrong_file_type', { message: `Only these files can be accepted: ${wanted}.` });
  }
  return { bytes, type, givenName: name.slice(0, 255) };
}
