import { deflateSync } from 'node:zlib';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { packageOf } from '../../../server/testing/documents/office-files.ts';
import { png } from '../../../server/testing/documents/pictures.ts';
import { fieldsOf } from '../../../server/testing/fields.ts';
import type { Wants } from './fuzz-request.ts';
import type { GoodInput } from './good-input.ts';
import { hostileTexts, MARK } from './hostile-values.ts';
import { smallPdf } from './small-pdf.ts';

export type BadForm = { readonly what: string; readonly type: string; readonly bytes: Buffer };

const BOUNDARY = 'attack-boundary';
const LONGEST_NAME = 6_000;

/** The upload form as it should be. */
export function rightForm({ upload }: Route, { body, file }: GoodInput): BadForm {
  const texts = Object.entries(body).map(([name, value]) => part(`name="${name}"`, String(value)));
  const content = part(
    `name="${upload?.field ?? 'file'}"; filename="a.bin"`,
    file?.bytes ?? '',
    'application/octet-stream',
  );
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return { what: 'as it should be', type, bytes: buildFormBody(...texts, content) };
}

/** Yields upload forms with every text field, file name and kind of content, and malformed forms. */
export function* badForms(route: Route, good: () => GoodInput, wants: Wants): Generator<BadForm> {
  const { field = 'file' } = route.upload ?? {};
  const form = (what: string, bytes: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) => ({
    what,
    bytes,
    type,
  });
  const fileOf = (bytes: Buffer | string, name = 'a.bin', type = 'application/octet-stream') =>
    part(`name="${field}"; filename="${name}"`, bytes, type);
  const goodFile = () => fileOf(good().file?.bytes ?? '');
  const textsOf = () => Object.entries(good().body).map(([name, value]) => part(`name="${name}"`, String(value)));

  yield form('as it should be', buildFormBody(...textsOf(), goodFile()));
  for (const [name = ''] of fieldsOf(route.body)) {
    const others = () => Object.entries(good().body).filter(([other]) => other !== name);
    for (const { name: value, text } of hostileTexts) {
      if (!wants()) continue;
      const parts = others().map(([other, given]) => part(`name="${other}"`, String(given)));
      yield form(`form.${name}: ${value}`, buildFormBody(...parts, part(`name="${name}"`, text ?? ''), goodFile()));
    }
    yield form(
      `form.${name}: twice`,
      buildFormBody(part(`name="${name}"`, 'a'), part(`name="${name}"`, 'b'), goodFile()),
    );
    yield form(`form.${name}: as a file`, buildFormBody(part(`name="${name}"; filename="x"`, 'b'), goodFile()));
  }
  for (const { name, text } of hostileTexts) {
    if (!wants()) continue;
    const given = (text ?? '').slice(0, LONGEST_NAME);
    yield form(`name of the file: ${name}`, buildFormBody(...textsOf(), fileOf(good().file?.bytes ?? '', given)));
    yield form(`type of the file: ${name}`, buildFormBody(...textsOf(), fileOf(good().file?.bytes ?? '', 'a', given)));
  }
  for (const [name, bytes] of Object.entries(contents)) {
    if (!wants()) continue;
    yield form(`content: ${name}`, buildFormBody(...textsOf(), fileOf(bytes, 'a.pdf', 'application/pdf')));
  }
  for (const [what, bytes] of Object.entries(brokenForms(field, goodFile()))) {
    if (wants()) yield form(`form: ${what}`, bytes);
  }
  for (const type of brokenTypes)
    if (wants()) yield form(`type of the form: ${type.slice(0, 60)}`, buildFormBody(goodFile()), type);
}

function part(disposition: string, content: Buffer | string, type = 'text/plain'): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

function buildFormBody(...parts: Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Files with a wrong type, malformed files and decompression bombs. */
const pdf = smallPdf.toString('latin1');
const contents: Readonly<Record<string, Buffer | string>> = {
  empty: '',
  'one byte': 'x',
  text: 'hello',
  'text that is none': Buffer.from([0xff, 0xfe, 0x00, 0x41]),
  svg: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${MARK}')"/>`,
  html: `<!doctype html><script>alert('${MARK}')</script>`,
  'html in a picture': Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
  'a picture that is cut': png.subarray(0, 20),
  'only the beginning of a picture': png.subarray(0, 8),
  'a picture of 60,000 by 60,000': pngOf(60_000, 60_000),
  'a picture of 0 by 0': pngOf(0, 0),
  'a picture with a wrong sum': Buffer.concat([png.subarray(0, 40), Buffer.alloc(20)]),
  'the beginning of a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]),
  'the beginning of a WebP': Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
  'a PDF that is cut': smallPdf.subarray(0, 60),
  'only the beginning of a PDF': '%PDF-1.7\n',
  'a PDF without a table': pdf.replace(/xref[\s\S]*$/, ''),
  'a PDF with a script': pdf.replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
  'a PDF whose pages are each other': pdf.replace('/Kids [3 0 R]', '/Kids [2 0 R 2 0 R]'),
  'a PDF of 2^31 pages': pdf.replace('/Count 1', '/Count 2147483648'),
  'a PDF with an endless stream': `${pdf}4 0 obj\n<< /Length 99999999999 >>\nstream\n`,
  'a PDF in deep lists': `%PDF-1.7\n1 0 obj\n${'['.repeat(50_000)}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`,
  'a PDF behind something else': `x${pdf}`,
  'a PDF that unpacks to much': bombPdf(),
  'an office file': packageOf(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']),
  'an office file upwards': packageOf(['[Content_Types].xml', '../../etc/passwd', 'word/document.xml']),
  'a package that is cut': packageOf(['[Content_Types].xml', 'word/document.xml']).subarray(0, 60),
  'a package of nothing': Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
  'a program': Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  'a script': '#!/bin/sh\nexit 1\n',
  '26 MB': Buffer.concat([png, Buffer.alloc(26 * 1024 * 1024)]),
};

/** Returns a PNG header with this size and almost no data. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function bombPdf(): Buffer {
  const packed = deflateSync(Buffer.alloc(20 * 1024 * 1024));
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  const tail = '\nendstream\nendobj\ntrailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n';
  return Buffer.concat([Buffer.from(head), packed, Buffer.from(tail)]);
}

function brokenForms(field: string, file: Buffer): Record<string, Buffer> {
  const many = (count: number, disposition: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => part(disposition(n), 'x'));
  return {
    empty: Buffer.alloc(0),
    'only an end': buildFormBody(),
    'no end': file,
    'cut in the file': file.subarray(0, file.length - 10),
    'cut in a header': file.subarray(0, 40),
    'no file': buildFormBody(part('name="filename"', 'x')),
    'file under another name': buildFormBody(part('name="zz"; filename="a.png"', png)),
    'two files': buildFormBody(file, file),
    'fifty files': buildFormBody(...many(50, () => `name="${field}"; filename="a"`)),
    'a thousand fields': buildFormBody(...many(1_000, (n) => `name="f${n}"`), file),
    'the same field fifty times': buildFormBody(...many(50, () => 'name="filename"'), file),
    'a field without a name': buildFormBody(part('', 'x'), file),
    'a field called __proto__': buildFormBody(part('name="__proto__"', 'x'), file),
    'a field called constructor': buildFormBody(part('name="constructor"', 'x'), file),
    'a field with a list’s name': buildFormBody(part('name="filename[]"', 'x'), file),
    'a field of 2 MB': buildFormBody(part('name="filename"', 'x'.repeat(2 * 1024 * 1024)), file),
    'a name of 100 kB': buildFormBody(part(`name="${'n'.repeat(100_000)}"`, 'x'), file),
    'a header of 100 kB': buildFormBody(part(`name="a"; x="${'h'.repeat(100_000)}"`, 'x'), file),
    'bytes in a name': buildFormBody(part('name="a\xff\xfe"', 'x'), file),
    'a form in a form': buildFormBody(
      part(`name="${field}"`, buildFormBody(file), 'multipart/mixed; boundary=x'),
      file,
    ),
    'a charset nobody knows': buildFormBody(part('name="filename"', 'x', 'text/plain; charset=zz'), file),
    'a coded name': buildFormBody(part(`name="${field}"; filename*=UTF-8''%ff%00a.png`, png)),
    'a coded transfer': buildFormBody(part('name="filename"\r\nContent-Transfer-Encoding: base64', '////'), file),
  };
}

const brokenTypes = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
  'multipart/form-data; boundary="attack-boundary',
  'multipart/form-data; boundary=attack-boundary; boundary=x',
  'multipart/mixed; boundary=attack-boundary',
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
];
