import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { configureCustomSite, createCustomSite, listCustomSites } from '@vialkeep/contract/custom-sites.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLetter } from '../../kernel/mail/outbox.ts';
import { paperSite } from '../../pdf/render/document-site.ts';
import { askPdfTool } from '../../testing/documents/pdf-tools.ts';
import { logoPng, png, pngOf } from '../../testing/documents/pictures.ts';
import { asked, documentsFor, signAsGuest } from '../../testing/documents/signers.ts';
import { acceptInvited } from '../../testing/mail/email-keys.ts';
import { PASSWORD } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

const HOST = 'coast.localhost';
const COLOUR = '#7a1f5c';
const TIME = 60_000;

let world: World;
let admin: Caller;
let folder: string;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('super');
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-brand-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const begin = async (host: string) =>
  (await world.call(admin, createCustomSite, { body: { name: 'Coastline', url: `https://${host}` } })).id;

const configure = (domain: number, bytes: Buffer, name = 'logo.png') =>
  world.send(admin, configureCustomSite, {
    body: { domain, email_sender: `hello@${HOST}`, support_email: `help@${HOST}`, colour: COLOUR },
    file: { name, bytes },
  });

describe('F157 U-48 The brand of a custom site on documents and emails', () => {
  test('each page of a signed document, and the email that asked for it, carry the site’s logo, name and colour', async () => {
    const domain = await begin(HOST);
    expect((await configure(domain, logoPng)).statusCode).toBe(200);
    const clinic = { first_name: 'Sol', last_name: 'Reyes', company: 'Coast Clinic', phone_number: '+1 555 0100' };
    const email = `clinic@${HOST}`;
    const body = { ...clinic, subscription: 4, domain, email, password: 'Typed-by-an-admin-1' };
    await world.call(admin, addUser, { body });
    await acceptInvited(world, email, PASSWORD, HOST);
    const patient = 'ines@people.test';
    const [attestation] = await asked(world, await world.as(email, HOST), patient);
    await signAsGuest(world, attestation?.document_id ?? '', HOST);
    const [signed] = await documentsFor(world, patient);

    const file = await kept(signed?.file ?? '');
    const words = askPdfTool('pdftotext', ['-layout', file, '-']);
    expect(words).toContain('Coastline Screening Questionnaire and Attestation');
    expect(words).toContain(`http://${HOST}:3000/verify`);
    expect(words).toContain('Certificate page 1 of 1');
    expect(logosOn(file)).toEqual(pagesOf(file).map((page) => ({ page, width: 7, height: 3 })));
    for (const page of pagesOf(file)) expect(await colourOfTheHead(file, page)).toBe(COLOUR);

    const [sealed] = await world.sql<Parameters<typeof openLetter>[1] & { sender: string }>(
      'select * from letters where recipient = $1 order by id limit 1',
      [patient],
    );
    const letter = sealed && openLetter(world.app.services.dataKey, sealed);
    expect(letter?.sender).toBe(`Coastline <hello@${HOST}>`);
    expect(letter?.text_body).toContain(`Coastline · help@${HOST}`);
    expect(letter?.html_body).toMatch(new RegExp(`<img src="http://${HOST}:3000/media/site-logos/\\w+\\.png"`));
    expect(letter?.html_body).toContain(COLOUR);
  });
});

describe('A logo that cannot be rendered on a document', () => {
  /** A PNG whose header states this size. */
  const sized = (width: number, height: number) => {
    const picture = Buffer.from(png);
    picture.writeUInt32BE(width, 16);
    picture.writeUInt32BE(height, 20);
    return picture;
  };
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

  test.each([
    ['cut short', 'logo.png', png.subarray(0, 50)],
    ['too wide to be unpacked', 'logo.png', sized(20_000, 10)],
    ['too high to be unpacked', 'logo.png', sized(10, 20_000)],
    ['of no size', 'logo.png', sized(0, 0)],
    ['a JPEG without a picture', 'logo.jpg', jpeg],
  ])(
    'a logo that is %s is refused as unprintable',
    async (what, name, bytes) => {
      const domain = await begin(`${what.replaceAll(' ', '-').toLowerCase()}.localhost`);
      const answer = await configure(domain, bytes, name);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { reason: 'logo_unprintable', fields: { logo: expect.stringContaining('cannot be printed') } },
      ]);
      expect((await world.call(admin, listCustomSites)).find(({ id }) => id === domain)?.configured).toBe(false);
    },
    TIME,
  );

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['RIFF that is no WebP', 'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'],
  ])('a file of type %s is refused with 415 before it is decoded', async (kind, bytes) => {
    const answer = await configure(
      await begin(`${kind.toLowerCase().replaceAll(' ', '-')}.localhost`),
      Buffer.from(bytes, 'latin1'),
    );
    expect([answer.statusCode, answer.json().message]).toEqual([
      415,
      'Only these files can be accepted: PNG, JPEG, WEBP.',
    ]);
  });
});

describe('W-14 The logo of a site', () => {
  const webp = Buffer.from('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0\x30\x01\0\x9d', 'latin1');
  const megabytes = (count: number) => pngOf(count * 1024 * 1024);
  const siteOf = async (domain: number) =>
    (await world.app.services.domains.all()).find(({ id }) => id === domain) ?? expect.fail('There is no such site.');

  test('a WebP logo is accepted and served as WebP, and documents and emails show the site’s name instead of it', async () => {
    const domain = await begin('webp.localhost');
    const answer = await configure(domain, webp, 'logo.webp');
    expect(answer.statusCode, answer.body).toBe(200);
    const site = await siteOf(domain);
    const shown = await world.raw({ url: site.logo ?? '' });
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload]).toEqual([200, 'image/webp', webp]);
    expect(await paperSite(world.app.services.files, site)).not.toHaveProperty('logo');

    const email = 'rep@webp.localhost';
    const rep = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      email,
      password: 'Typed-by-an-admin-1',
      subscription: 3,
      domain,
    };
    await world.call(admin, addUser, { body: rep });
    const [sealed] = await world.sql<Parameters<typeof openLetter>[1]>('select * from letters where recipient = $1', [
      email,
    ]);
    const letter = sealed && openLetter(world.app.services.dataKey, sealed);
    expect(letter?.html_body).not.toContain('<img');
    expect(letter?.html_body).toContain('Coastline');
  });

  test('a logo of 25 MB is accepted and left out of documents, and one byte more is refused', async () => {
    const domain = await begin('large.localhost');
    const answer = await configure(domain, megabytes(25));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await paperSite(world.app.services.files, await siteOf(domain))).not.toHaveProperty('logo');
    const larger = await configure(await begin('larger.localhost'), pngOf(25 * 1024 * 1024 + 1));
    expect([larger.statusCode, larger.json().reason]).toEqual([413, 'too_large']);
  });

  test('a text file with the name of a WebP is refused, because its bytes decide the type', async () => {
    const answer = await configure(await begin('text.localhost'), Buffer.from('no picture'), 'logo.webp');
    expect([answer.statusCode, answer.json().reason]).toEqual([415, 'wrong_file_type']);
  });
});

/** Writes a stored document to a file that external PDF tools can read. */
async function kept(name: string): Promise<string> {
  const opened = await world.app.services.files.open(name);
  if (opened === null) throw new Error('The document is not stored.');
  const file = join(folder, 'signed.pdf');
  await writeFile(file, await buffer(opened.stream));
  return file;
}

function pagesOf(file: string): number[] {
  const pages = Number(/^Pages:\s+(\d+)/m.exec(askPdfTool('pdfinfo', [file]))?.[1]);
  return Array.from({ length: pages }, (_, index) => index + 1);
}

function logosOn(file: string) {
  const [, , ...rows] = askPdfTool('pdfimages', ['-list', file]).trim().split('\n');
  return rows.map((row) => {
    const [page, , , width, height] = row.trim().split(/\s+/).map(Number);
    return { page, width, height };
  });
}

/** Reads the colour of the line under the header, as an external tool renders it at two pixels per point. */
async function colourOfTheHead(file: string, page: number): Promise<string> {
  const [painted, only] = [join(folder, 'page'), String(page)];
  askPdfTool('pdftoppm', ['-r', '144', '-f', only, '-l', only, '-singlefile', file, painted]);
  const picture = await readFile(`${painted}.ppm`);
  const [header = '', width = ''] = /^P6\s(\d+) \d+\s255\s/.exec(picture.toString('latin1', 0, 40)) ?? [];
  const at = header.length + 3 * (Number(width) * 2 * 60 + 2 * 100);
  return `#${picture.subarray(at, at + 3).toString('hex')}`;
}
