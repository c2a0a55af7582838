import type { Route, Upload } from '@vialkeep/contract/kernel/route.ts';
import type { FastifyRequest } from 'fastify';
import { detectFileType } from '../../integrations/files/file-type.ts';
import type { ReceivedFile } from './handle.ts';
import { refuse } from './refuse.ts';

/** Reads a multipart body: one file, and the text fields beside it. */
export async function receiveUpload(
  request: FastifyRequest,
  route: Route,
): Promise<{ body: Record<string, string>; file: ReceivedFile | null }> {
  if (!route.upload) return { body: {}, file: null };
  const { field = 'file' } = route.upload;
  const none = { fields: { [field]: 'Choose a file.' }, message: 'Choose a file.' };
  if (!request.isMultipart()) throw refuse('invalid_input', none);

  const { fields, file } = await readForm(request, route.upload);
  if (!file) throw refuse('invalid_input', none);
  return { body: fields, file: accepted(route.upload, file.bytes, file.name) };
}

type Form = { fields: Record<string, string>; file: { bytes: Buffer; name: string } | null };

/** The whole form is read before any of it is judged: what is left unread would hold the connection up. */
async function readForm(request: FastifyRequest, { maxBytes, field = 'file' }: Upload): Promise<Form> {
  const form: Form = { fields: {}, file: null };
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1_000, parts: 12 },
    })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') form.fields[part.fieldname] = part.value;
      } else if (part.fieldname === field) {
        form.file = { bytes: await part.toBuffer(), name: part.filename ?? '' };
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    throw isTooLarge(error)
      ? refuse('too_large')
      : refuse('invalid_input', { message: 'The request could not be read.' });
  }
  return form;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}

function accepted(upload: Upload, bytes: Buffer, name: string): ReceivedFile {
  if (bytes.length === 0) {
    throw refuse('invalid_input', {
      fields: { [upload.field ?? 'file']: 'This file is empty.' },
      message: 'This file is empty.',
    });
  }
  const type = detectFileType(bytes);
  if (!type || !upload.types.includes(type)) {
    const wanted = upload.types.map((allowed) => allowed.toUpperCase()).join(', ');
    throw refuse('wrong_file_type', { message: `Only these files can be accepted: ${wanted}.` });
  }
  return { bytes, type, givenName: storable(name).slice(0, 255) };
}

/** Whoever sends a form can put anything into a name; the database takes no NUL and people read no control codes. */
function storable(name: string): string {
  return name.replace(/\p{Cc}/gu, '').toWellFormed();
}
