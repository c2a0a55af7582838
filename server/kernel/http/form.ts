import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Part, partsOf } from './multipart.ts';
import { refuse } from './refuse.ts';

/** Ten texts and a file. */
const MOST_PARTS = 11;
const LONGEST_TEXT = 1_000;
/** For everything in a form that is not its file. */
const BESIDE_FILE_BYTES = 65_536;

export type Form = { readonly fields: Readonly<Record<string, string>>; readonly file: FormFile | null };
export type FormFile = { readonly field: string; readonly name: string; readonly bytes: Buffer };

/** In this scope a form stays unread until it is known who sent it. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
}

/** A form with one file at most, or null where the body is something else. */
export async function readForm(request: FastifyRequest, maxFileBytes: number): Promise<Form | null> {
  const boundary = boundaryIn(request.headers['content-type'] ?? '');
  if (!boundary) return null;
  const body = await wholeBody(request.raw, maxFileBytes + BESIDE_FILE_BYTES);
  const form = formOf(partsOf(body, boundary, MOST_PARTS) ?? unreadable());
  if ((form.file?.bytes.length ?? 0) > maxFileBytes) throw refuse('too_large');
  return form;
}

function boundaryIn(contentType: string): string | null {
  try {
    const type = new MIMEType(contentType);
    return type.essence === 'multipart/form-data' ? type.params.get('boundary') : null;
  } catch {
    return null;
  }
}

/** To its end, also when it is refused: what is left unread would hold the connection up. */
async function wholeBody(body: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // @NOTE A request without an encoding gives bytes; its type leaves open what comes.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= mostBytes) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    // Whoever sent it has hung up.
    unreadable();
  }
  if (length > mostBytes) throw refuse('too_large');
  return Buffer.concat(chunks, length);
}

function formOf(parts: readonly Part[]): Form {
  const files = parts.flatMap(({ field, fileName, bytes }) =>
    fileName === null ? [] : [{ field, name: fileName, bytes }],
  );
  const texts = parts.filter(({ fileName }) => fileName === null);
  const isOdd = ({ field, bytes }: Part) => field in Object.prototype || bytes.length > LONGEST_TEXT;
  if (files.length > 1 || texts.some(isOdd)) unreadable();
  return {
    fields: Object.fromEntries(texts.map(({ field, bytes }) => [field, bytes.toString()])),
    file: files[0] ?? null,
  };
}

function unreadable(): never {
  throw refuse('invalid_input', { message: 'The request could not be read.' });
}
