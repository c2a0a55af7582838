import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import { expect, test } from 'vitest';
import { requireStoredName } from '../../ports/files.ts';
import { detectFileType, extensionOf, mediaTypeOf, storedName, typeOfStored } from './file-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

const honest: Record<'pdf' | 'png' | 'jpeg' | 'webp', Buffer> = {
  pdf: bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj'),
  png: bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0'),
  jpeg: bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x48\0\x48\0\0'),
  webp: bytes('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0\x30\x01\0\x9d'),
};

test.each(Object.entries(honest))('%s is recognised by its first bytes', (type, head) => {
  expect(detectFileType(head)).toBe(type);
  expect(detectFileType(Buffer.concat([head, Buffer.alloc(5_000, 1)]))).toBe(type);
});

test('other valid beginnings are recognised', () => {
  expect(detectFileType(bytes('%PDF-2.0\r\n'))).toBe('pdf');
  expect(detectFileType(bytes('\xff\xd8\xff\xe1\x2f\x2aExif\0\0MM'))).toBe('jpeg');
  expect(detectFileType(bytes('\xff\xd8\xff\xdb\0\x43\0\x08\x06\x06\x07\x06'))).toBe('jpeg');
  expect(detectFileType(bytes('RIFF\x24\0\0\0WEBPVP8L\x18\0\0\0'))).toBe('webp');
  expect(detectFileType(bytes('RIFF\x24\0\0\0WEBPVP8X\x18\0\0\0'))).toBe('webp');
});

test.each([
  ['an SVG picture', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['an SVG picture with a prologue', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a page with a byte order mark', '\xef\xbb\xbf<html>'],
  ['a GIF', 'GIF89a/*\x01\0\x80\0\0*/=alert(1)'],
  ['a bitmap', 'BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0'],
  ['an archive', 'PK\x03\x04\x14\0\0\0\x08\0'],
  ['a program', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'],
  ['PostScript', '%!PS-Adobe-3.0\n%PDF-1.4'],
  ['sound', 'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'],
  ['a script', '#!/bin/sh\nrm -rf /'],
  ['a text with a NUL', 'invoice\0.pdf'],
  ['a text in another encoding', 'caf\xe9'],
  ['nothing', ''],
])('%s is not recognised', (_, head) => {
  expect(detectFileType(bytes(head))).toBeNull();
});

test.each([
  ['a page before a PDF', '<script>alert(1)</script>\n%PDF-1.4\n'],
  ['a line break before a PDF', '\n%PDF-1.4\n'],
  ['an archive before a PDF', 'PK\x03\x04%PDF-1.4'],
  ['a GIF before a PNG', 'GIF89a\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['a comment before a PNG', '<!--\x89PNG\r\n\x1a\n\0\0\0\rIHDR-->'],
  ['a PNG signature before a page', '\x89PNG\r\n\x1a\n<html><script>alert(1)</script>'],
  ['a JPEG that is also a script', '\xff\xd8\xff\xe0/*JFIF\0\x01\x01\0\0\x48\0\x48'],
  ['a WebP that is also a script', 'RIFF/*\0\0WEBPVP8 *//=alert(1)'],
  ['a start of image before a page', '\xff\xd8\xff<html><script>'],
  ['a PDF that only says so', '%PDF-<script>alert(1)</script>'],
])('%s is refused', (_, head) => {
  expect(detectFileType(bytes(head))).toBeNull();
});

test('a text is recognised by all of its bytes', () => {
  for (const text of [
    'invoice.pdf',
    'Dear all,\r\n\tbring the box.\f',
    '\ufeffKörper – 身体',
    'a,b\n1,2\n',
    '# Notes',
  ]) {
    expect(detectFileType(Buffer.from(text)), text).toBe('text');
  }
  expect(detectFileType(Buffer.concat([Buffer.from('A'.repeat(5_000)), Buffer.from([0])]))).toBeNull();
});

test('a head that is too short to recognise is refused, at any length', () => {
  const needed = { pdf: 8, png: 16, jpeg: 12, webp: 16 };
  for (const type of ['pdf', 'png', 'jpeg', 'webp'] as const) {
    for (let length = 0; length < needed[type]; length++) {
      expect(detectFileType(honest[type].subarray(0, length))).not.toBe(type);
    }
    expect(detectFileType(honest[type].subarray(0, needed[type]))).toBe(type);
  }
});

test('a stored name has our own extension and nothing of the original name', () => {
  const names = Array.from({ length: 100 }, () => storedName('logos', 'jpeg'));
  expect(new Set(names).size).toBe(100);
  for (const name of names) expect(name).toMatch(/^logos\/[0-9a-f]{32}\.jpg$/);
  expect(requireStoredName(storedName('hc-logos', 'webp'))).toMatch(/\.webp$/);
  expect(() => storedName('../logos', 'png')).toThrow('not the name');
});

test('a file with a wrong extension is stored by its detected type', () => {
  const uploaded = { name: '../../evil.php%00.svg', head: honest.png };
  const type = detectFileType(uploaded.head);
  expect(type && storedName('assets', type)).toMatch(/^assets\/[0-9a-f]{32}\.png$/);
  expect(type && mediaTypeOf(type)).toBe('image/png');
});

test('every type has a media type and an extension', () => {
  const types: FileType[] = ['pdf', 'png', 'jpeg', 'webp', 'docx', 'xlsx', 'pptx', 'text'];
  expect(types.slice(0, 4).map(mediaTypeOf)).toEqual(['application/pdf', 'image/png', 'image/jpeg', 'image/webp']);
  expect(types.map(extensionOf)).toEqual(['pdf', 'png', 'jpg', 'webp', 'docx', 'xlsx', 'pptx', 'txt']);
  for (const type of types) expect(typeOfStored(storedName('assets', type))).toBe(type);
  expect(() => typeOfStored('assets/0.exe')).toThrow('none is given');
});
