import { configureCustomSite, createCustomSite } from '@vialkeep/contract/custom-sites.ts';
import { fileSignedDocuments, uploadSignedDocument } from '@vialkeep/contract/documents.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { requestLabel, updateLabel, uploadLabelFile } from '@vialkeep/contract/labels.ts';
import { updateUser, uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { createAsset, deleteAsset, uploadAssetFile } from '@vialkeep/contract/resources.ts';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobsWith } from './all-jobs.ts';
import { outboxMail } from './integrations/mail/outbox-mail.ts';
import { actorlessContext } from './kernel/session/actor.ts';
import { png } from './testing/documents/pictures.ts';
import { type Caller, newWorld, type World } from './testing/world.ts';

let world: World;
let hc: Caller & { user: { id: number } };
let admin: Caller;
let pdf: Buffer;
beforeAll(async () => {
  world = await newWorld();
  [hc, admin] = [await world.as('hc'), await world.as('admin')];
  const paper = await PDFDocument.create();
  paper.addPage();
  pdf = Buffer.from(await paper.save());
});
afterAll(() => world.close());

/** For each upload folder: the upload, and the call that puts the file into use. */
const folders: Record<string, { upload: () => Promise<string>; use: (name: string) => Promise<unknown> }> = {
  documents: {
    upload: () => uploaded(hc, uploadSignedDocument, pdf),
    use: (storage) =>
      world.call(hc, fileSignedDocuments, { body: { name: 'Paul Paper', email: 'paul@paper.test', storage } }),
  },
  'fedex-label': {
    upload: () => uploaded(admin, uploadLabelFile, pdf),
    use: async (pdf_file) => {
      const { data } = await world.call(hc, requestLabel, { body: request });
      const body = { tracking_link: 'https://www.fedex.com/track', tracking_number: '7946', pdf_file };
      await world.call(admin, updateLabel, { params: { id: data.id }, body });
    },
  },
  assets: {
    upload: () => uploaded(admin, uploadAssetFile, pdf),
    use: (path) => world.call(admin, createAsset, { body: { ...asset, assets: [{ type: 2, path, name: 'Guide' }] } }),
  },
  'hc-logos': {
    upload: () => uploaded(hc, uploadHcLogo, png),
    use: (hc_logo) => world.call(hc, updateUser, { params: { id: hc.user.id }, body: { hc_logo } }),
  },
};

const request = {
  other_patient_name: 'Rosalind Marsh',
  harvest_center_email: 'front@clinic.test',
  harvest_center_representative: 'Front Desk',
  address1: '845 Flatiron Parkway',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
};
const asset = { asset_name: 'Guide', description: 'How to' };

async function uploaded(who: Caller, route: Route, bytes: Buffer): Promise<string> {
  const response = await world.send(who, route, { file: { name: 'file', bytes } });
  return response.json().filename;
}

const aDayOlder = (names: readonly string[]) =>
  world.sql("update files set created_at = now() - interval '25 hours' where name = any($1)", [names]);
const kept = (names: readonly string[]) => world.sql('select name from files where name = any($1)', [names]);
const lies = async (name: string) => (await world.app.services.files.open(name))?.stream.destroy() !== undefined;

async function night(): Promise<void> {
  const job = jobsWith(outboxMail()).find(({ name }) => name === 'discard-uploads');
  await job?.run({}, world.app.services, actorlessContext('test'));
  // A separate job deletes the bytes.
  await world.letters();
}

describe('S-24 Deletion of unused uploads after a day', () => {
  test.each(Object.entries(folders))(
    'an unused upload older than a day is deleted below %s; a used one and a young one stay',
    async (folder, kind) => {
      const [used, left, young] = [await kind.upload(), await kind.upload(), await kind.upload()];
      await kind.use(used);
      const [usedName, leftName, youngName] = [`${folder}/${used}`, `${folder}/${left}`, `${folder}/${young}`];
      await aDayOlder([usedName, leftName]);
      await night();
      expect(await kept([usedName, leftName])).toEqual([{ name: usedName }]);
      expect([await lies(usedName), await lies(leftName), await lies(youngName)]).toEqual([true, false, true]);
      expect(
        await world.sql(
          "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'files.discard' and subject_id = $1",
          [leftName],
        ),
      ).toEqual([{ facts: { gone: true } }]);
    },
  );

  test('the file of a deleted asset and the replaced logo of a site are deleted', async () => {
    const path = await uploaded(admin, uploadAssetFile, pdf);
    const { id } = await world.call(admin, createAsset, {
      body: { ...asset, assets: [{ type: 2, path, name: 'Old' }] },
    });
    await world.call(admin, deleteAsset, { params: { id } });

    const site = await world.call(admin, createCustomSite, {
      body: { name: 'South', url: 'https://south.vialkeep.localhost' },
    });
    const logo = async () => {
      const body = { domain: site.id, description: '', email_sender: 'hello@south.test' };
      await world.call(admin, configureCustomSite, { body, file: { name: 'logo.png', bytes: png } });
      const [row] = await world.sql<{ logo: string }>('select logo from domains where id = $1', [site.id]);
      return row?.logo.replace('/media/', '') ?? '';
    };
    const [before, now] = [await logo(), await logo()];
    await aDayOlder([`assets/${path}`, before, now]);
    await night();
    expect([await lies(`assets/${path}`), await lies(before), await lies(now)]).toEqual([false, false, true]);
  });

  test('an old unused logo can no longer be chosen', async () => {
    const name = await uploaded(hc, uploadHcLogo, png);
    await world.sql("update files set created_at = now() - interval '13 hours' where name = $1", [`hc-logos/${name}`]);
    const chosen = { params: { id: hc.user.id }, body: { hc_logo: name } };
    expect(await world.refusalOf(hc, updateUser, chosen)).toEqual({ status: 400, reason: 'logo_not_found' });
  });
});
