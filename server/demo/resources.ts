import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { FILE, LINK } from '@vialkeep/contract/resources.ts';
import type { Work } from '../kernel/db/db.ts';
import { insertFileRow, storeFile } from '../kernel/files/insert-file-row.ts';
import type { Files } from '../ports/files.ts';
import { pdfOf } from './sheet.ts';

type DemoAsset = {
  name: string;
  description: string;
  for: readonly Plan[];
  /** The host of its site; an asset without one is for every site. */
  site?: 'localhost' | 'north.localhost';
  sections: readonly string[];
  links?: readonly (readonly [name: string, path: string])[];
  /** A PDF or plain text with these lines. */
  sheet?: { name: string; type: 'pdf' | 'text'; lines: readonly string[] };
};

/** At least one asset for every plan. */
const demoAssets: readonly DemoAsset[] = [
  {
    name: 'First steps in the portal',
    description: 'Where things are, and whom to ask.',
    for: plans,
    sections: ['/dashboard', '/profile'],
    links: [['A tour of the portal', 'https://vialkeep.test/guides/tour']],
    sheet: {
      name: 'First steps',
      type: 'pdf',
      lines: [
        'Your menu stands on the left; what it holds depends on your membership.',
        'The button below on the right suggests help for the page you are on.',
        'Questions are welcome at support@vialkeep.test.',
      ],
    },
  },
  {
    name: 'Reading your sample’s progress',
    description: 'What happens between the harvest and the freezer, stage by stage.',
    for: [2, 12],
    site: 'localhost',
    sections: ['/dashboard'],
    links: [
      ['The six stages', 'https://vialkeep.test/guides/stages'],
      ['', 'https://vialkeep.test/questions'],
    ],
  },
  {
    name: 'Packing and shipping tissue',
    description: 'What goes into the box, and when the carrier must have it.',
    for: [4, 5, 9],
    sections: ['/dashboard', '/fedex-request-label', '/fedex-request-label-rhc'],
    links: [['Cold packs and their times', 'https://vialkeep.test/guides/cold-packs']],
    sheet: {
      name: 'Packing list',
      type: 'text',
      lines: [
        'Packing list',
        '',
        '[ ] sample tubes, sealed',
        '[ ] four frozen packs',
        '[ ] signed documents',
        '[ ] label',
      ],
    },
  },
  {
    name: 'Consent documents',
    description: 'The three papers a patient signs before tissue may be processed.',
    for: [4, 5, 9],
    site: 'localhost',
    sections: ['/request-patients-signatures', '/upload-patient-documents', '/patients-signatures'],
    links: [['What each paper says', 'https://vialkeep.test/guides/consent']],
  },
  {
    name: 'Plating and sterility tests',
    description: 'When which test is due, and what a failed one means.',
    for: [1],
    sections: ['/dashboard', '/lab/:id'],
    links: [['Test calendar', 'https://vialkeep.test/guides/tests']],
  },
  {
    name: 'Working with clinics',
    description: 'How to follow centers and their patients without knowing a name.',
    for: [3, 6, 8, 11],
    site: 'localhost',
    sections: ['/patients', '/harvest-centers', '/all-patients-team', '/all-manager-patients-team'],
    links: [['Privacy in sales', 'https://vialkeep.test/guides/privacy']],
    sheet: {
      name: 'What you see and what you do not',
      type: 'pdf',
      lines: [
        'You see numbers and stages of patients, never who they are.',
        'Ask the center when you need to know more.',
      ],
    },
  },
  {
    name: 'Ordering vials',
    description: 'From the order to the delivery.',
    for: [2, 16],
    sections: ['/hc-payments'],
    links: [['How an order travels', 'https://vialkeep.test/guides/orders']],
  },
  {
    name: 'Running the network',
    description: 'For those who keep users, documents and assets in order.',
    for: [7, 10, 15],
    site: 'localhost',
    sections: ['/dashboard', '/assets-manager', '/inactive-users'],
    links: [['Handbook for administrators', 'https://vialkeep.test/guides/administration']],
  },
  {
    name: 'Northlight house rules',
    description: 'What is done differently at Northlight.',
    for: [2, 3, 4, 9],
    site: 'north.localhost',
    sections: ['/dashboard', '/patients'],
    links: [['House rules', 'https://north.test/rules']],
  },
];

export type DemoSheet = { asset: string; name: string; file: string; type: FileType; bytes: Buffer };

/** Stores the files before any row refers to them, as every upload does. */
export async function storeSheets(files: Files): Promise<DemoSheet[]> {
  const sheets: DemoSheet[] = [];
  for (const { name, sheet } of demoAssets) {
    if (!sheet) continue;
    const bytes =
      sheet.type === 'pdf' ? await pdfOf(sheet.name, sheet.lines) : Buffer.from(`${sheet.lines.join('\n')}\n`);
    const { type } = sheet;
    const { name: file } = await storeFile({ files }, 'assets', { type, bytes });
    sheets.push({ asset: name, name: sheet.name, file, type, bytes });
  }
  return sheets;
}

export async function addAssets(work: Work, sheets: readonly DemoSheet[]): Promise<void> {
  const { db } = work;
  const sites = await db.selectFrom('domains').select(['id', 'host', 'is_main']).execute();
  const owner = await db
    .selectFrom('users')
    .select(['id', 'domain_id'])
    .where('email', '=', 'admin@vialkeep.test')
    .executeTakeFirstOrThrow();
  for (const asset of demoAssets) {
    const site = sites.find(({ host, is_main }) => (asset.site === 'localhost' ? is_main : host === asset.site));
    const { id } = await db
      .insertInto('assets')
      .values({
        domain_id: site?.id ?? null,
        asset_name: asset.name,
        description: asset.description,
        plan_ids: [...asset.for],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('asset_sections')
      .values(asset.sections.map((url) => ({ asset_id: id, url })))
      .execute();
    for (const [name, path] of asset.links ?? []) {
      await db.insertInto('asset_items').values({ asset_id: id, type: LINK, name, path }).execute();
    }
    for (const { name, file, type, bytes } of sheets.filter((sheet) => sheet.asset === asset.name)) {
      const uploader = { userId: owner.id, domainId: owner.domain_id, acting: null };
      await insertFileRow(work, uploader, { name: file, type, bytes }, name);
      const path = file.replace('assets/', '');
      await db.insertInto('asset_items').values({ asset_id: id, type: FILE, name, path }).execute();
    }
  }
}
