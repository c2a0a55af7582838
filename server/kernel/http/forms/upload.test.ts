import { uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../../../testing/documents/pictures.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
let authorization: string;
beforeAll(async () => {
  world = await newWorld();
  authorization = `token ${(await world.as('hc')).token}`;
});
afterAll(() => world.close());

const END = '\r\n--b--\r\n';
const part = (disposition: string, content: Buffer | string = png, type = 'image/png') =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const logo = part('name="file"; filename="a.png"');
const closed = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--b--\r\n')]);

const send = (payload: Buffer | string, type = 'multipart/form-data; boundary=b') =>
  world.raw({
    method: 'POST',
    url: uploadHcLogo.path,
    headers: { host: 'localhost', authorization, 'content-type': type },
    payload,
  });

describe('T65 Multipart form with a file', () => {
  test('a complete form with a file is read', async () => {
    expect((await send(closed(logo))).statusCode).toBe(200);
    expect((await send(closed(part('name="filename"', 'x', 'text/plain'), logo))).statusCode).toBe(200);
  });

  test.each<[string, Buffer | string, string?]>([
    ['is cut off in the file', logo.subarray(0, logo.length - 20)],
    ['is cut off in a header', logo.subarray(0, 30)],
    ['has no end', logo],
    ['is empty', ''],
    ['is only an end', END],
    ['is no form at all', 'hello'],
    ['names no boundary', closed(logo), 'multipart/form-data'],
    ['names an empty boundary', closed(logo), 'multipart/form-data; boundary='],
    ['names another boundary', closed(logo), 'multipart/form-data; boundary=c'],
    ['names an endless boundary', closed(logo), `multipart/form-data; boundary=${'x'.repeat(5_000)}`],
    ['has no file', closed(part('name="filename"', 'x', 'text/plain'))],
    ['has its file under another name', closed(part('name="picture"; filename="a.png"'))],
    ['has a file of another name before the right one', closed(part('name="other"; filename="b.png"'), logo)],
    ['has two files', closed(logo, logo)],
    ['has a file without a name', closed(part('name="file"', png.toString('latin1'), 'text/plain'))],
    ['has bytes that are not named as a file', closed(part('name="file"', png, 'application/octet-stream'))],
    ['has a part without a name', closed(part('filename="a.png"'))],
    ['has a field called __proto__', closed(part('name="__proto__"', 'x', 'text/plain'), logo)],
    ['has a field called constructor', closed(part('name="constructor"', 'x', 'text/plain'), logo)],
    [
      'has twenty fields',
      closed(...Array.from({ length: 20 }, (_, n) => part(`name="f${n}"`, 'x', 'text/plain')), logo),
    ],
    ['has an endless field', closed(part('name="filename"', 'x'.repeat(100_000), 'text/plain'), logo)],
    ['has a form in a field', closed(part('name="filename"', closed(logo), 'multipart/mixed; boundary=c'), logo)],
    ['has the next part where a text would be', closed(part('name="filename"', logo, 'text/plain'))],
    ['is JSON', '{"file": "x"}', 'application/json'],
  ])('a form is refused without waiting for more when it %s', { timeout: 5_000 }, async (_what, payload, type) => {
    const before = await world.sql('select count(*)::int as n from files');
    const response = await send(payload, type);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ success: false, code: 'error' });
    expect(await world.sql('select count(*)::int as n from files')).toEqual(before);
  });

  test.each([
    "filename*=UTF-8''a%00b.png",
    'filename="a\u0000b.png"',
    'filename="a\u001b[31m.png"',
    "filename*=UTF-8''%ff%fe.png",
  ])('the stored file name contains no control characters of %j', async (disposition) => {
    const response = await send(closed(part(`name="file"; ${disposition}`)));
    expect(response.statusCode).toBeLessThan(500);
    const names = await world.sql<{ given_name: string }>('select given_name from files');
    expect(names.filter(({ given_name }) => /\p{Cc}/u.test(given_name))).toEqual([]);
  });

  test('the body is not read when the caller is not allowed to upload', async () => {
    const headers = { host: 'localhost', 'content-type': 'multipart/form-data' };
    const anonymous = await world.raw({ method: 'POST', url: uploadHcLogo.path, headers, payload: 'x' });
    expect(anonymous.statusCode).toBe(401);
    const patient = { ...headers, authorization: `token ${(await world.as('patient')).token}` };
    const refused = await world.raw({ method: 'POST', url: uploadHcLogo.path, headers: patient, payload: 'x' });
    expect(refused.statusCode).toBe(403);
  });
});
