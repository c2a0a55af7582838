import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../testing/processor-time.ts';
import { parseParts } from './multipart.ts';

const read = (lines: readonly string[], boundary = 'b') =>
  parseParts(Buffer.from(lines.join('\r\n')), boundary, 3)?.map(({ field, fileName, bytes }) => [
    field,
    fileName,
    bytes.toString(),
  ]) ?? null;

describe('T65 Parts of a multipart form', () => {
  test.each([
    ['a browser', 'Content-Disposition: form-data; name="file"; filename="scan.pdf"', 'scan.pdf'],
    [
      'a browser, with a quotation mark',
      'Content-Disposition: form-data; name="file"; filename="a%22b.pdf"',
      'a"b.pdf',
    ],
    [
      'a browser, in another language',
      'Content-Disposition: form-data; name="file"; filename="Zoë 漢.pdf"',
      'Zoë 漢.pdf',
    ],
    ['a program without quotation marks', 'Content-Disposition: form-data; name=file; filename=a.pdf', 'a.pdf'],
    ['a program in lower case', 'content-disposition: form-data; name="file"; filename="a.pdf"', 'a.pdf'],
    [
      'a program that says it twice',
      `Content-Disposition: form-data; name="file"; filename="a"; filename*=UTF-8''a`,
      'a',
    ],
  ])('parts are read as %s writes them', (_who, header, name) => {
    expect(read(['--b', header, 'Content-Type: application/pdf', '', '%PDF', '--b--', ''])).toEqual([
      ['file', name, '%PDF'],
    ]);
  });

  test('parts are read in order, with empty ones and with content that looks like a boundary', () => {
    const form = [
      'something before',
      '--b',
      'Content-Disposition: form-data; name="a"',
      '',
      '',
      '--b',
      'Content-Disposition: form-data; name="a"',
      '',
      'x--b--',
      ' --b',
      '--',
      '--b',
      'Content-Disposition: form-data; name="f"; filename=""',
      '',
      '',
      '--b--',
      '--b',
      'something behind',
    ];
    expect(read(form)).toEqual([
      ['a', null, ''],
      ['a', null, 'x--b--\r\n --b\r\n--'],
      ['f', '', ''],
    ]);
  });

  const one = ['--b', 'Content-Disposition: form-data; name="a"', '', 'x'];
  test.each<[string, readonly string[]]>([
    ['have no end', one],
    ['have no beginning', ['--', '--']],
    ['have no header', ['--b', '', 'x', '--b--']],
    ['have no name', ['--b', 'Content-Disposition: form-data', '', 'x', '--b--']],
    ['have two names', ['--b', ...one.slice(1, 2), ...one.slice(1), '--b--']],
    ['have a name that goes on', ['--b', 'Content-Disposition: form-data; name="a"b"', '', 'x', '--b--']],
    ['begin with a boundary', [...one.slice(0, 3), ...one, '--b--']],
    ['end in their header', [...one.slice(0, 2), '--b--']],
    ['are more than asked for', [...one, ...one, ...one, ...one, '--b--']],
    ['have a header without an end', ['--b', `X: ${'x'.repeat(9_000)}`, ...one.slice(1), '--b--']],
  ])('parts are refused when they %s', (_what, form) => {
    expect(read(form)).toBeNull();
  });

  test('parts are read in linear time, whatever they repeat', () => {
    const body = `\r\n--${'b'.repeat(59)}`.repeat(300_000);
    const header = 'Content-Disposition: form-data; name="a"; filename="a"';
    const busy = processorTime();
    expect(read([`--${'b'.repeat(60)}`, header, '', body, `--${'b'.repeat(60)}--`], 'b'.repeat(60))).toHaveLength(1);
    expect(busy()).toBeLessThan(1_000);
  });
});
