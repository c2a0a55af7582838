import type { Upload } from '@vialkeep/contract/kernel/route.ts';
import type { FastifyRequest } from 'fastify';
import { detectFileType } from '../../files/file-type.ts';
import type { Services } from '../../services.ts';
import type { ReceivedFile } from '../handle.ts';
import { refuse } from '../refuse.ts';
import { type FormFile, withForm } from './form.ts';

/** The file of an upload and the text fields beside it. */
export type ReceivedUpload = { readonly body: Readonly<Record<string, string>>; readonly file: ReceivedFile };

/** Reads a multipart body with one file and text fields, and holds it in memory while the task runs. */
export function withUpload<T>(
  services: Pick<Services, 'spool' | 'processes'>,
  request: FastifyRequest,
  upload: Upload,
  task: (received: ReceivedUpload) => Promise<T>,
): Promise<T> {
  const { field = 'file', maxBytes } = upload;
  return withForm(services, request, maxBytes, async (form) => {
    if (form?.file?.field !== field) {
      throw refuse('invalid_input', { message: 'Choose a file.', fields: [field] });
    }
    return task({ body: form.fields, file: requireAcceptableFile(upload, form.file) });
  });
}

function requireAcceptableFile(upload: Upload, { bytes, name }: FormFile): ReceivedFile {
  if (bytes.length === 0) {
    throw refuse('invalid_input', { message: 'This file is empty.', fields: [upload.field ?? 'file'] });
  }
  const type = detectFileType(bytes);
  if (!type || !upload.types.includes(type)) {
    const wanted = upload.types.map((allowed) => allowed.toUpperCase()).join(', ');
    throw refuse('wrong_file_type', { message: `Only these files can be accepted: ${wanted}.` });
  }
  return { bytes, type, givenName: storable(name).slice(0, 255) };
}

/** Removes control characters: the sender chooses the name, and PostgreSQL accepts no NUL. */
function storable(name: string): string {
  return name.replace(/\p{Cc}/gu, '').toWellFormed();
}
