import type { Route, Upload } from '@vialkeep/contract/kernel/route.ts';
import type { FastifyRequest } from 'fastify';
import { detectFileType } from '../../integrations/files/file-type.ts';
import { type FormFile, readForm } from './form.ts';
import type { ReceivedFile } from './handle.ts';
import { refuse } from './refuse.ts';

/** Reads a multipart body: one file, and the text fields beside it. */
export async function receiveUpload(
  request: FastifyRequest,
  route: Route,
): Promise<{ body: Readonly<Record<string, string>>; file: ReceivedFile | null }> {
  if (!route.upload) return { body: {}, file: null };
  const { field = 'file', maxBytes } = route.upload;
  const form = await readForm(request, maxBytes);
  if (form?.file?.field !== field) {
    throw refuse('invalid_input', { fields: { [field]: 'Choose a file.' }, message: 'Choose a file.' });
  }
  return { body: form.fields, file: accepted(route.upload, form.file) };
}

function accepted(upload: Upload, { bytes, name }: FormFile): ReceivedFile {
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
