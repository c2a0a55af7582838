import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type SpooledBody, unreadable } from '../../files/spool.ts';
import { newTurns } from '../../jobs/at-once.ts';
import type { Services } from '../../services.ts';
import { refuse } from '../refuse.ts';
import { type FormPart, parseParts } from './multipart.ts';

/** Ten text fields and a file. */
const MOST_PARTS = 11;
const LONGEST_TEXT = 1_000;
/** The limit for all parts of a form except its file. */
const BESIDE_FILE_BYTES = 65_536;
/** With files of the largest size that is a hundred megabytes. */
const FORMS_IN_MEMORY = 4;

export type Form = { readonly fields: Readonly<Record<string, string>>; readonly file: FormFile | null };
export type FormFile = { readonly field: string; readonly name: string; readonly bytes: Buffer };

/** In this scope the body stays unread until the sender is authenticated. */
export function acceptMultipart(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
}

const inTurn = newTurns(FORMS_IN_MEMORY);

/**
 * Passes the task a form with at most one file, or null when the body is not a form. The form is spooled to disk until
 * it is complete, and is in memory while the task runs.
 */
export async function withForm<T>(
  services: Pick<Services, 'spool' | 'processes'>,
  request: FastifyRequest,
  maxFileBytes: number,
  task: (form: Form | null) => Promise<T>,
): Promise<T> {
  const boundary = boundaryIn(request.headers['content-type'] ?? '');
  if (!boundary) return task(null);
  const spooled = await services.spool.receive(request.raw, maxFileBytes + BESIDE_FILE_BYTES);
  return inTurn(services, 'forms', async () => {
    const form = formOf(parseParts(await takenFrom(spooled), boundary, MOST_PARTS) ?? unreadable());
    if ((form.file?.bytes.length ?? 0) > maxFileBytes) throw refuse('too_large');
    return task(form);
  });
}

async function takenFrom(spooled: SpooledBody): Promise<Buffer> {
  try {
    return await spooled.read();
  } finally {
    await spooled.close();
  }
}

function boundaryIn(contentType: string): string | null {
  try {
    const type = new MIMEType(contentType);
    return type.essence === 'multipart/form-data' ? type.params.get('boundary') : null;
  } catch {
    return null;
  }
}

function formOf(parts: readonly FormPart[]): Form {
  const files = parts.flatMap(({ field, fileName, bytes }) =>
    fileName === null ? [] : [{ field, name: fileName, bytes }],
  );
  const texts = parts.filter(({ fileName }) => fileName === null);
  const isOdd = ({ field, bytes }: FormPart) => field in Object.prototype || bytes.length > LONGEST_TEXT;
  if (files.length > 1 || texts.some(isOdd)) unreadable();
  return {
    fields: Object.fromEntries(texts.map(({ field, bytes }) => [field, bytes.toString()])),
    file: files[0] ?? null,
  };
}
