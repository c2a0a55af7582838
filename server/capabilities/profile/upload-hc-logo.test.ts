import { updateUser, uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png, pngOf } from '../../testing/documents/pictures.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const LIMIT = 25 * 1024 * 1024;
const upload = (caller: Caller, bytes: Buffer, name = 'logo.png', body: object = {}) =>
  world.send(caller, uploadHcLogo, { file: { name, bytes }, body });
const logo = (name: string) => world.raw({ url: `/media/hc-logos/${name}` });

describe('F035 Upload of a center’s logo', () => {
  test('an uploaded logo gets a generated name, is public, and is set by the profile', async () => {
    const hc = await world.as('hc');
    const { filename } = await world.call(hc, uploadHcLogo, { file: { name: 'my logo.png', bytes: png } });
    expect(filename).toMatch(/^[0-9a-f]{32}\.png$/);
    const changed = await world.call(hc, updateUser, { params: { id: hc.user.id }, body: { hc_logo: filename } });
    expect(changed.hc_logo).toBe(filename);

    const shown = await logo(filename);
    expect(shown.rawPayload.equals(png)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const [row] = await world.sql('select * from files where name = $1', [`hc-logos/${filename}`]);
    expect(row).toMatchObject({
      owner_id: hc.user.id,
      uploaded_by: hc.user.id,
      given_name: 'my logo.png',
      bytes: png.length,
    });
  });

  test('a logo can be a JPEG or a WebP, detected by its content and not by its name', async () => {
    const hc = await world.as('hc');
    const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100', 'hex'), Buffer.alloc(50)]);
    const webp = Buffer.concat([Buffer.from('RIFF\x32\x00\x00\x00WEBPVP8 ', 'latin1'), Buffer.alloc(50)]);
    expect((await upload(hc, jpeg, 'logo.exe')).json().filename).toMatch(/\.jpg$/);
    expect((await upload(hc, webp, 'logo')).json().filename).toMatch(/\.webp$/);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a GIF', 'GIF89a=1;alert(1)'],
    ['a script', '#!/bin/sh\nrm -rf /'],
    ['a picture with something before it', ` ${png.toString('latin1')}`],
  ])('a logo that is %s is refused by its content, whatever its name', async (_what, content) => {
    const before = await world.sql('select count(*)::int as n from files');
    const response = await upload(await world.as('hc'), Buffer.from(content, 'latin1'), 'logo.png');
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({
      success: false,
      reason: 'wrong_file_type',
      message: 'Only these files can be accepted: PNG, JPEG, WEBP.',
    });
    expect(await world.sql('select count(*)::int as n from files')).toEqual(before);
  });

  test('an empty or missing logo is refused', async () => {
    const hc = await world.as('hc');
    const empty = await upload(hc, Buffer.alloc(0));
    expect(empty.statusCode).toBe(400);
    expect(empty.json().fields).toEqual({ file: 'This file is empty.' });
    expect((await world.send(hc, uploadHcLogo, { body: {} })).json().fields).toEqual({ file: 'Choose a file.' });
  });

  test('a logo of 25 MB is accepted, and one byte more is refused', async () => {
    const hc = await world.as('hc');
    expect((await upload(hc, pngOf(LIMIT))).statusCode).toBe(200);
    const before = await world.sql('select count(*)::int as n from files');
    const response = await upload(hc, pngOf(LIMIT + 1));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ success: false, reason: 'too_large', message: 'This is too large.' });
    expect(await world.sql('select count(*)::int as n from files')).toEqual(before);
  });

  test.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    'C:\\logo.png',
    'logo.png\u0000.html',
    '....//logo.png',
    '%2e%2e%2flogo.png',
    `${'x'.repeat(300)}.png`,
    '.htaccess',
  ])('the file name %j does not affect the stored name', async (name) => {
    const hc = await world.as('hc');
    const response = await upload(hc, png, name);
    expect(response.statusCode).toBe(200);
    expect(response.json().filename).toMatch(/^[0-9a-f]{32}\.png$/);
  });

  test('the filename field is only a hint, and one that cannot be stored is refused', async () => {
    const hc = await world.as('hc');
    const { filename } = (await upload(hc, png, 'logo.png', { filename: '../a/b.svg' })).json();
    expect(filename).toMatch(/^[0-9a-f]{32}\.png$/);
    for (const hint of ['x'.repeat(256), 'a\u0000b']) {
      expect((await upload(hc, png, 'logo.png', { filename: hint })).json().fields).toHaveProperty('filename');
    }
  });

  test('a logo uploaded by staff in a center’s account belongs to the center', async () => {
    const staff = await world.as('staff');
    const inside = await world.inside(staff, 'hc@vialkeep.test');
    const { filename } = await world.call(inside, uploadHcLogo, { file: { name: 'l.png', bytes: png } });
    const [row] = await world.sql('select owner_id, uploaded_by from files where name = $1', [`hc-logos/${filename}`]);
    expect(row).toEqual({ owner_id: inside.user.id, uploaded_by: staff.user.id });
    const body = { hc_logo: filename };
    expect((await world.send(inside, updateUser, { params: { id: inside.user.id }, body })).statusCode).toBe(200);
  });

  test('a logo that another user uploaded is refused like an unknown one', async () => {
    const [hc, hc2] = [await world.as('hc'), await world.as('hc2')];
    const { filename } = await world.call(hc, uploadHcLogo, { file: { name: 'l.png', bytes: png } });
    const set = (hc_logo: string) => world.send(hc2, updateUser, { params: { id: hc2.user.id }, body: { hc_logo } });
    const missing = await set(`${'0'.repeat(32)}.png`);
    expect(missing.statusCode).toBe(400);
    expect(missing.json()).toMatchObject({ reason: 'logo_not_found', fields: { hc_logo: 'Upload the logo first.' } });
    for (const name of [filename, '../secret.png', `../hc-logos/${filename}`, "x' or '1'='1"]) {
      expect(visible(await set(name)), name).toEqual(visible(missing));
    }
  });

  test('a logo can be removed from the profile', async () => {
    const hc = await world.as('hc');
    const changed = await world.call(hc, updateUser, { params: { id: hc.user.id }, body: { hc_logo: null } });
    expect(changed.hc_logo).toBeNull();
  });

  test.each(['patient', 'rep', 'lab', 'buyer'])('an upload is refused to %s', async (key) => {
    expect((await upload(await world.as(key), png)).statusCode).toBe(403);
  });
});

describe('T40 Address of a logo', () => {
  test.each([
    '..%2f..%2fruntime-password',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cx',
    '....%2f%2fx',
    '%00',
    'x%00.png',
    '%252e%252e%252fx',
    '.incoming',
    '%c0%ae%c0%ae%2fx',
    'x'.repeat(199),
    'x'.repeat(500),
  ])('a logo address with %s reaches no other file', async (name) => {
    const response = await logo(name);
    expect([400, 404]).toContain(response.statusCode);
    expect(response.json()).toMatchObject({ success: false, code: 'error' });
  });
});
