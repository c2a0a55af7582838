import { expect, test } from 'vitest';
import { docx, packageOf, pptx, xlsx } from '../../testing/documents/office-files.ts';
import { detectFileType } from './file-type.ts';
import { officeTypeOf } from './office-type.ts';

test('S-24 an office file is recognised by its parts', () => {
  expect([docx, xlsx, pptx].map(detectFileType)).toEqual(['docx', 'xlsx', 'pptx']);
});

test.each([
  ['an archive of anything', ['a.txt']],
  ['a Java program', ['META-INF/MANIFEST.MF', 'Main.class']],
  ['a package without types', ['word/document.xml']],
  ['two documents in one', ['[Content_Types].xml', 'word/document.xml', 'xl/workbook.xml']],
  ['a document with macros', ['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']],
  ['a workbook with controls', ['[Content_Types].xml', 'xl/workbook.xml', 'xl/activeX/activeX1.xml']],
  ['a presentation with a program', ['[Content_Types].xml', 'ppt/presentation.xml', 'ppt/media/setup.exe']],
  ['a document with an object', ['[Content_Types].xml', 'word/document.xml', 'word/embeddings/oleObject1.bin']],
  ['nothing at all', []],
])('%s is not recognised as an office file', (_, names) => {
  expect(detectFileType(packageOf(names))).toBeNull();
});

test('a package with bytes before, after or missing is not recognised as an office file', () => {
  expect(officeTypeOf(Buffer.concat([Buffer.from('%PDF-1.4\n'), docx]))).toBeNull();
  expect(officeTypeOf(Buffer.concat([docx, Buffer.from('<script>')]))).toBeNull();
  expect(officeTypeOf(Buffer.concat([docx.subarray(0, 40), docx]))).toBeNull();
  for (let length = 0; length < docx.length; length += 1) expect(officeTypeOf(docx.subarray(0, length))).toBeNull();
});

test('a damaged package never throws', () => {
  for (let at = 0; at < docx.length; at += 1) {
    const damaged = Buffer.from(docx);
    damaged[at] = 0xff;
    expect(() => officeTypeOf(damaged)).not.toThrow();
  }
});
