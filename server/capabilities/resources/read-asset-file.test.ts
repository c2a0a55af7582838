import { createAsset, deleteAsset, readAssetFile, uploadAssetFile } from '@vialkeep/contract/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, packageOf, pptx, xlsx } from '../../testing/documents/office-files.ts';
import { png, pngOf } from '../../testing/documents/pictures.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const LIMIT = 25 * 1024 * 1024;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n');
const text = Buffer.from('Bring the box – always.\n');

const upload = (caller: Caller, bytes: Buffer, name = 'file', body: object = { type: 'processing' }) =>
  world.send(caller, uploadAssetFile, { file: { name, bytes }, body });
const open = (caller: Caller, path: string) => world.send(caller, readAssetFile, { params: { path } });

/** Creates an asset with this one file and returns the file's path. */
async function given(bytes: Buffer, about: object = {}): Promise<{ id: number; path: string }> {
  const { filename } = (await upload(admin, bytes)).json();
  const { id } = await world.call(admin, createAsset, {
    body: {
      asset_name: 'Guide',
      description: 'About',
      membership_ids: '3',
      domain_id: 1,
      assets: [{ type: 2, path: filename, name: 'What to "bring"' }],
      ...about,
    },
  });
  return { id, path: filename };
}

describe('F042 File of an asset for sales reps of one site', () => {
  test('the file opens for these reps and for administrators, and is answered with 404 to all others', async () => {
    const { path } = await given(pdf);
    for (const who of ['rep', 'rep2', 'admin', 'super']) {
      const answer = await open(await world.as(who), path);
      expect(answer.statusCode, who).toBe(200);
      expect(answer.rawPayload.equals(pdf)).toBe(true);
    }
    const missing = visible(await open(await world.as('rep'), `${'0'.repeat(32)}.pdf`));
    for (const who of ['hc', 'patient', 'manager', 'lab', 'viewer', 'donor', 'buyer', 'rhc', 'staff']) {
      expect(visible(await open(await world.as(who), path)), who).toEqual(missing);
    }
    for (const who of ['rep@north.test', 'admin@north.test']) {
      expect(visible(await open(await world.as(who, 'north.localhost'), path)), who).toEqual(missing);
    }
    expect((await open(anonymousCaller, path)).statusCode).toBe(401);
  });

  test('S-31 the file of an asset without a domain opens on every site', async () => {
    const { path } = await given(pdf, { domain_id: null });
    expect((await open(await world.as('rep@north.test', 'north.localhost'), path)).statusCode).toBe(200);
    expect((await open(await world.as('hc@north.test', 'north.localhost'), path)).statusCode).toBe(404);
  });

  test('S-18 the file opens by the file cookie of a login, as a plain link does', async () => {
    const { path } = await given(pdf);
    const cookieOf = async (who: string) => {
      const response = await world.raw({
        method: 'POST',
        url: '/api/admin/login/',
        payload: { email: `${who}@vialkeep.test`, password: 'Vialkeep-demo-1' },
      });
      return String(response.headers['set-cookie']).split(';', 1)[0] ?? '';
    };
    const follow = async (who: string) =>
      world.raw({ url: `/media/assets/${path}`, headers: { host: 'localhost', cookie: await cookieOf(who) } });
    expect((await follow('rep')).statusCode).toBe(200);
    expect((await follow('hc')).statusCode).toBe(404);
  });

  test('the file is answered with 404 before an asset uses it and after the asset is deleted', async () => {
    const { id, path } = await given(pdf);
    await world.call(admin, deleteAsset, { params: { id } });
    const { filename } = (await upload(admin, pdf)).json();
    for (const name of [path, filename]) expect((await open(admin, name)).statusCode).toBe(404);
  });
});

describe('T43 Headers that keep a file from running code', () => {
  test.each([
    ['a PDF', pdf, 'pdf', 'application/pdf', /^inline; filename="What_to__bring_.pdf"$/],
    ['a picture', png, 'png', 'image/png', /^inline/],
    ['a text', text, 'txt', 'text/plain; charset=utf-8', /^attachment; filename="What_to__bring_.txt"$/],
    ['a document', docx, 'docx', /wordprocessingml/, /^attachment; filename="What_to__bring_.docx"$/],
    ['a workbook', xlsx, 'xlsx', /spreadsheetml/, /^attachment/],
    ['a presentation', pptx, 'pptx', /presentationml/, /^attachment/],
  ])(
    '%s is served with a safe type and disposition, a sandbox and no-store',
    async (_what, bytes, extension, mediaType, disposition) => {
      const { path } = await given(bytes);
      expect(path).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`));
      const { headers, rawPayload } = await open(await world.as('rep'), path);
      expect(rawPayload.equals(bytes)).toBe(true);
      expect(headers['content-type']).toMatch(mediaType);
      expect(headers['content-disposition']).toMatch(disposition);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toContain('no-store');
    },
  );

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page with a mark before it', '\xef\xbb\xbf \n<html>'],
    ['a GIF', 'GIF89a=1;alert(1)\0'],
    ['a script', '#!/bin/sh\nrm -rf /'],
    ['a program', 'MZ\x90\0\x03'],
    ['an archive', 'PK\x03\x04\x14\0\0\0'],
    ['PostScript', '%!PS-Adobe-3.0'],
  ])('%s is refused, whatever its name, and nothing is stored', async (_what, content) => {
    const before = await world.sql('select count(*)::int as n from files');
    const response = await upload(admin, Buffer.from(content, 'latin1'), 'guide.pdf');
    expect(response.statusCode).toBe(415);
    expect(response.json().message).toBe(
      'Only these files can be accepted: PDF, DOCX, XLSX, PPTX, PNG, JPEG, WEBP, TEXT.',
    );
    expect(await world.sql('select count(*)::int as n from files')).toEqual(before);
  });

  test('a document with macros is refused', async () => {
    const macros = packageOf(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']);
    expect((await upload(admin, macros, 'a.docx')).statusCode).toBe(415);
  });
});

describe('S-24 Upload of an asset’s file', () => {
  test('an upload stores the uploader and the original file name', async () => {
    const { filename } = (await upload(admin, text, '../../plan.csv')).json();
    const [row] = await world.sql('select * from files where name = $1', [`assets/${filename}`]);
    expect(row).toMatchObject({
      owner_id: admin.user.id,
      media_type: 'text/plain; charset=utf-8',
      bytes: text.length,
    });
  });

  test('an upload of 25 MB is accepted; one byte more and an empty file are refused', async () => {
    expect((await upload(admin, pngOf(LIMIT))).statusCode).toBe(200);
    const large = await upload(admin, pngOf(LIMIT + 1));
    expect(large.statusCode).toBe(413);
    expect(large.json().message).toBe('This is too large.');
    expect((await upload(admin, Buffer.alloc(0))).json().fields).toEqual({ file: 'This file is empty.' });
  });

  test.each(['rep', 'hc', 'viewer'])('an upload is refused to %s', async (who) => {
    expect((await upload(await world.as(who), text)).statusCode).toBe(403);
  });
});

describe('T40 Address of an asset’s file', () => {
  test.each([
    '..%2f..%2fruntime-password',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cx',
    '....%2f%2fx',
    '%00',
    'x%00.pdf',
    '%252e%252e%252fx',
    '.incoming',
    '%c0%ae%c0%ae%2fx',
    'x'.repeat(500),
    '..%2fhc-logos%2fx.png',
  ])('a file address with %s reaches no other file', async (name) => {
    const response = await world.raw({
      url: `/media/assets/${name}`,
      headers: { host: 'localhost', authorization: `token ${admin.token}` },
    });
    expect([400, 404]).toContain(response.statusCode);
    expect(response.json()).toMatchObject({ success: false, code: 'error' });
  });
});
