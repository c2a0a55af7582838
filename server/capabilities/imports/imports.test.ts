import { readImportUndo } from '@vialkeep/contract/import-afterwards.ts';
import { exportImportProblems, listImportProblems, listImports, readImport } from '@vialkeep/contract/imports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRowsElsewhere } from '../../testing/imports/rows-elsewhere.ts';
import { apply, beginImport, check, csv, sendFile, undo } from '../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCommissions } from '../commissions/index.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyProcessing } from '../patients/index.ts';
import { verifySums } from '../transactions/index.ts';
import { verifyVials } from '../vials/index.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const people = csv(
  'key,plan,email,first_name,last_name,company,phone_number,is_active,date_joined,center,lab,rep',
  'L-1,Lab,old-lab@example.test,Lara,Lab,Old Lab,,yes,2020-01-02,,,',
  'R-1,Sales Rep,old-rep@example.test,Rita,Rep,,,yes,2020-01-02,,,',
  'C-1,Harvest Center,old-center@example.test,Carl,Center,Old Center,,yes,2020-01-02,,L-1,R-1',
  'P-1,General Member,Old-Patient@example.test,Pia,Patient,,(305) 555-0134,yes,2021-03-15,C-1,old-lab@example.test,',
  'P-2,2,second@example.test,Paul,Patient,,,no,2021-03-16,C-1,,',
);
const processing = csv(
  'patient,lab_id,date_adipose_shipped_to_lab,date_adipose_received_by_lab,stemcell_plating_successful',
  'P-1,A-1,2021-04-01,2021-04-02,yes',
);
const vials = csv(
  'key,patient,type,quantity,date,tracking_id,note,codes',
  'V-2,P-1,shipped,1,2021-06-01,1Z999,,old 2',
  'V-1,P-1,added,3,2021-05-20,,first,OLD1; OLD2; OLD3',
  'V-3,P-1,shipped,1,2021-06-02,1Z998,,',
);
const transactions = csv(
  'key,date,buyer,product,amount,quantity,center,patient,rep,commission_paid',
  'T-1,2021-04-01,C-1,2,"1,250.50",1,C-1,P-1,R-1,yes',
  'T-2,2021-04-02,C-1,2,0,1,C-1,P-1,R-1,no',
);

async function wholeImport(): Promise<number> {
  const id = await beginImport(world, admin);
  await sendFile(world, admin, id, 'people', people);
  await sendFile(world, admin, id, 'processing', processing);
  await sendFile(world, admin, id, 'vials', vials);
  await sendFile(world, admin, id, 'transactions', transactions);
  return id;
}

async function faults() {
  const db = world.app.services.store.readSlowly('platform');
  return [
    ...(await verifyVials(db)),
    ...(await verifyProcessing(db)),
    ...(await verifyCustody(db)),
    ...(await verifySums(db)),
    ...(await verifyJournal(db)),
    ...(await verifyCommissions(db)),
  ];
}

describe('A whole import', () => {
  let id: number;

  test('the check counts the rows and writes nothing to other tables', async () => {
    id = await wholeImport();
    const before = await countRowsElsewhere(world);
    const checked = await check(world, admin, id);
    const { results } = await world.call(admin, listImportProblems, { params: { id } });
    expect(results).toEqual([]);
    expect(checked).toMatchObject({
      state: 'checked',
      check_no: 1,
      failure: null,
      counts: { rows: 11, create: 11, existing: 0, problems: 0, applied: 0 },
    });
    expect(await countRowsElsewhere(world)).toEqual(before);
  });

  test('the import writes each row once, with relations, stock and sums that hold', async () => {
    const applied = await apply(world, admin, id);
    expect(applied).toMatchObject({ state: 'applied', counts: { create: 11, problems: 0, applied: 11 } });
    const [pia] = await world.sql<Record<string, unknown>>(
      `select id, plan_id, is_active, password_hash, to_char(date_joined at time zone 'utc', 'YYYY-MM-DD') as joined
       from users where email = 'Old-Patient@example.test'`,
    );
    expect(pia).toMatchObject({ plan_id: 2, is_active: true, password_hash: null, joined: '2021-03-15' });
    const related = await world.sql(
      `select kind::text, object.email from relations join users object on object.id = object_id
       where subject_id = $1 order by 1`,
      [pia?.id],
    );
    expect(related).toEqual([
      { kind: 'center', email: 'old-center@example.test' },
      { kind: 'lab', email: 'old-lab@example.test' },
    ]);
    const stock = await world.sql(
      `select alias, vials.state from vial_aliases join vials on vials.id = vial_id order by 1`,
    );
    expect(stock).toEqual([
      { alias: 'OLD1', state: 'shipped' },
      { alias: 'OLD2', state: 'shipped' },
      { alias: 'OLD3', state: 'stored' },
    ]);
    const sold = await world.sql(
      `select gateway, gateway_id, charged_cents, price_cents, charged_quantity, commission_paid from transactions
       where gateway = 'import' order by id`,
    );
    expect(sold).toEqual([
      {
        gateway: 'import',
        gateway_id: '1:T-1',
        charged_cents: 125_050,
        price_cents: 125_050,
        charged_quantity: 1,
        commission_paid: true,
      },
      {
        gateway: 'import',
        gateway_id: null,
        charged_cents: 0,
        price_cents: 0,
        charged_quantity: 1,
        commission_paid: false,
      },
    ]);
    expect(await faults()).toEqual([]);
  });

  test('the same file again is refused, and the undo takes everything back', async () => {
    expect(await world.call(admin, readImportUndo, { params: { id } })).toEqual({ possible: true, built_upon: [] });
    const undone = await undo(world, admin, id);
    expect(undone).toMatchObject({ state: 'undone', counts: { applied: 0 } });
    const left = await world.sql(
      `select (select count(*)::integer from users where email like '%@example.test' and removed_at is null) as users,
         (select count(*)::integer from transactions where gateway = 'import') as sold,
         (select count(*)::integer from vials where state = 'stored' and code in (select code from vials
            join vial_entries on vial_entries.id = added_entry_id where note = 'first')) as stored,
         (select count(*)::integer from source_keys) as keys, (select count(*)::integer from vial_aliases) as aliases`,
    );
    expect(left).toEqual([{ users: 0, sold: 0, stored: 0, keys: 0, aliases: 0 }]);
    expect(await faults()).toEqual([]);
  });

  test('what was undone can be imported again', async () => {
    const again = await wholeImport();
    expect(await check(world, admin, again)).toMatchObject({ counts: { create: 11, existing: 0, problems: 0 } });
    expect(await apply(world, admin, again)).toMatchObject({ state: 'applied', counts: { applied: 11 } });
    expect(await faults()).toEqual([]);
  });
});

describe('An import of another site', () => {
  test('an administrator of a site reads an import that one of all sites made there, and no other', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const ids = await Promise.all([1, 2].map((domain) => beginImport(world, admin, { domain, name: 'Of a site' })));
    const fileIds: number[] = [];
    for (const id of ids) {
      fileIds.push((await sendFile(world, admin, id, 'people', csv('key,plan', `${id},nothing`))).fileId);
    }
    const [main = 0, theirs = 0] = ids;
    const read = await world.call(north, readImport, { params: { id: theirs } });
    expect(read.created_by.name).toBe('An administrator');
    expect((await world.call(north, listImports, {})).results.map(({ id }) => id)).toEqual([theirs]);
    const exported = async (caller: Caller, at: number) =>
      (
        await world.send(caller, exportImportProblems, {
          params: { id: ids[at] },
          query: { file: String(fileIds[at]) },
        })
      ).statusCode;
    expect([await exported(admin, 0), await exported(north, 0), await exported(north, 1)]).toEqual([200, 404, 200]);
    expect((await world.send(north, readImport, { params: { id: main } })).statusCode).toBe(404);
  });
});
