import { randomBytes } from 'node:crypto';
import { catalogue, type NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { isOpening, peopleIn, type ReadingKind, readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { route } from '@vialkeep/contract/kernel/route.ts';
import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { permissions } from './app.ts';
import { MOST_SEEN } from './kernel/access/reading.ts';
import { administrators } from './kernel/policy/policy.ts';
import { matrix } from './testing/matrix/all-rows.ts';
import { callers } from './testing/matrix/cells.ts';
import { cellsOf } from './testing/matrix/matrix-cells.ts';
import { peopleOnTheWire } from './testing/matrix/people-on-the-wire.ts';
import { createMatrixFixtures, type Scene } from './testing/matrix/targets.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { type Input, newWorld, type World } from './testing/world.ts';

const TIMEOUT_MS = 120_000;

/** Calls that show people and are not recorded, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  login: 'a person’s own account, to the person who has just proved it',
  passkeyLogin: 'the same',
  secondFactorLogin: 'the same',
  acceptInvitation: 'the same',
  openInvitation: 'the masked address of the person who holds the link',
  loginAsUser: 'recorded by its two use cases, because a public call has no reader; `login-as-user.test.ts` shows it',
  readSigning: 'the signer’s own document, to the holder of the link',
  readSigningFile: 'the same',
  readInvitingCenter: 'the name and number that the center publishes with the link',
  readSite: 'the address of the site’s support',
  listCustomSites:
    'the address at which the administrator of a site was registered, to administrators of the main site',
  readHcLogo: 'a public picture',
  readSiteLogo: 'a public picture',
  readImportTemplate: 'the headers of an empty file',
  readCertificateChallenge: 'a token of a certificate authority',
  readPrivacyExport: 'the person’s own data, never while acting',
  readTimestamp: 'a token over the hash of a document',
  readTimestampAuthority: 'a public certificate',
  readAssetFile: 'a file for a whole membership',
  addCard: 'the caller’s own card, never while acting',
  addFirstCard: 'the same',
};

/** Calls whose answers the schema does not betray, each with what they show. */
const DECLARED_BY_HAND: Readonly<Record<string, string>> = {
  readVials: 'vials of the person in the path',
  listVials: 'the same',
  addVialEntry: 'vials of the person in the answer',
  editVialEntry: 'the same',
  addBatchVials: 'the same',
  listPatientDocuments: 'consents of the person in the path',
  listLocations: 'addresses of the person in the path',
  listSessions: 'devices and addresses of the account',
  listOwnAccess: 'the people who looked at the account',
  readProviderDetails: 'the payer, in fields of the provider',
  readSales: 'names of a team, by ids of several kinds',
  verifySample: 'how the sample in the path is doing',
  lookUpScan: 'the number of the patient whose sample was scanned',
  pickOrderVial: 'the number of the patient whose vials were ordered',
  packOrderVial: 'the same',
  reportLostVial: 'the same',
  shipVialOrder: 'the same',
  deliverVialOrder: 'the same',
  cancelOpenOrder: 'the same',
  listCandidates: 'the numbers of the patients whose vials are in quarantine',
  listEvents: 'the numbers of the people whom the events are about',
  completeImportFile: 'samples of what a file says of people who may have no account',
  listImportProblems: 'the same',
  readImportUndo: 'the accounts and sales that stand against an undo',
  readOwnStorage: 'the plan, invoices and card of the account',
  listOwnPrivacyRequests: 'the requests of the account, with their answers',
  listKeptPapers: 'papers of the person in the path',
  readRefundOptions: 'the card of the payer, and the people who earned by the sale',
  readInvoiceRefundOptions: 'the card of the patient whose storage is paid',
  readRefund: 'the card of the payer, in the words about the refund',
  listRefunds: 'the same',
  listOwnCommissions: 'what the account has earned',
  readCustomerProfile: 'the number of the person in the path at the card payment provider',
};

/** Calls without a record that read, and that others than administrators and labs can make, each with the reason. */
const SHOW_NOTHING_OF_THE_ACCOUNT: Readonly<Record<string, string>> = {
  checkAgreement: 'yes or no',
  readAgreement: 'the text for all members',
  readPreferences: 'how the portal looks',
  listMemberships: 'the memberships of the product',
  listDomains: 'the names of the sites',
  listAssociatedCenters: 'the companies that a staff member works for',
  listAwaitedCenters: 'the companies that work with a referral center',
  listCentersOfReferral: 'the same',
  readTokeniser: 'the public key of the card payment provider',
  readNextInvoice: 'the next number',
  countPatientsByStage: 'counts',
  readVialStock: 'counts',
  updateDocumentStatus: 'counts',
  listSubscriptionAssets: 'the files for a whole membership',
  readAssetFile: 'the same',
  readProduct: 'a product and its price',
  removeManagerFromTeam: 'a change, which the audit log has',
  removeRepFromTeam: 'the same',
  readPrivacyExport: 'the person’s own data, never while acting',
  listDeliveries: 'the events of a center’s own webhook, never while acting',
};

const PERSONAL_TEXT = /(^|_)(first_name|last_name|username|email|card_holder|patient_name|phone_number|signer)$/;

/** Whether a schema has a text that is a person's name or address, with or without the id of the person. */
function hasPersonalText(schema: unknown): boolean {
  const seen = new Set<unknown>();
  const visit = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return false;
    seen.add(part);
    // oxlint-disable-next-line no-underscore-dangle -- Zod's name of what tools may read
    const def = (part as { _zod?: { def: Record<string, unknown> } })._zod?.def;
    if (!def) return false;
    const shape = def.type === 'object' ? Object.entries(def.shape as object) : [];
    if (shape.some(([key, value]) => PERSONAL_TEXT.test(key) && !isFlag(value))) return true;
    const inner = [
      def.innerType,
      def.element,
      ...((def.options as unknown[]) ?? []),
      ...shape.map(([, value]) => value),
    ];
    return inner.some(visit);
  };
  return visit(schema);
}

function isFlag(schema: unknown): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- the same
  return (schema as { _zod: { def: { type: string } } })._zod.def.type === 'boolean';
}

const showsPeople = ({ route: { answersFile, answer } }: NamedRoute) =>
  answersFile || peopleIn(answer) !== null || hasPersonalText(answer);

/** Whether a person with this right can be one whose own account the call shows. */
function isForAccounts(access: string): boolean {
  const row: Partial<Record<Plan, unknown>> = permissions.table[access as 'session.read'] ?? {};
  return plans.some((plan) => plan !== Plan.lab && !administrators.includes(plan) && row[plan] !== undefined);
}

/** An answer about the caller’s own account need not name a person, so such a call is found by its right. */
const isUnrecordedRead = ({ route: { method, access, reads } }: NamedRoute) =>
  method === 'GET' && reads === null && access !== 'public' && isForAccounts(access);

describe('What the catalogue says about reading', () => {
  test('every call that shows people is recorded or an exception, and every recorded call shows people', () => {
    const shown = catalogue.filter(showsPeople).map(({ name }) => name);
    const declared = catalogue.filter(({ route: { reads } }) => reads).map(({ name }) => name);
    expect(shown.filter((name) => !declared.includes(name)).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
    expect(declared.filter((name) => !shown.includes(name)).toSorted()).toEqual(
      Object.keys(DECLARED_BY_HAND).toSorted(),
    );
  });

  test('every call that reads and is not only for administrators and labs is recorded, or pinned because it shows nothing of the account', () => {
    const unrecorded = catalogue.filter(isUnrecordedRead).map(({ name }) => name);
    expect(unrecorded.toSorted()).toEqual(Object.keys(SHOW_NOTHING_OF_THE_ACCOUNT).toSorted());
  });

  test('a call about the caller’s own account that does not say so is found, and with its word it is not', () => {
    const planted = {
      method: 'GET',
      path: '/api/v1/planted/own/',
      summary: 'One’s own balance',
      access: 'storage.own',
      answer: z.object({ balance: z.number() }),
    } as const;
    const subjects = (_: unknown, { userId }: { userId: number }) => [userId];
    const recorded = route({ ...planted, reads: { what: 'transaction', subjects } });
    expect(isUnrecordedRead({ name: 'planted', row: 'storage', route: route(planted) })).toBe(true);
    expect(isUnrecordedRead({ name: 'planted', row: 'storage', route: recorded })).toBe(false);
  });

  test('the kind of every call is pinned', () => {
    const table = catalogue.flatMap(({ name, route: { reads } }) => (reads ? [`${name}: ${reads.what}`] : []));
    expect(table.toSorted()).toMatchSnapshot();
  });

  test('a call that shows people and does not say so is found', () => {
    const planted = route({
      method: 'GET',
      path: '/api/v1/planted/',
      summary: 'A list of people',
      access: 'users.list',
      answer: z.object({ rows: z.array(z.object({ id: UserId, first_name: z.string() })) }),
    });
    expect(showsPeople({ name: 'planted', row: 'users', route: planted })).toBe(true);
  });

  test('every call without its word is found: it shows people, or is pinned', () => {
    const declared = catalogue.filter(({ route: { reads } }) => reads);
    const found = declared.filter((named) => showsPeople(named) || named.name in DECLARED_BY_HAND);
    expect(found.length).toBe(declared.length);
    process.stdout.write(`${found.length} of ${declared.length} calls without their word are found\n`);
  });
});

let scene: Scene;
let world: World;
beforeAll(async () => {
  world = await newWorld({ ...unhurried, RESETS_PER_HOUR: '1000', SIGN_UPS_PER_HOUR: '1000' });
  scene = await createMatrixFixtures(world);
}, TIMEOUT_MS);
afterAll(() => world.close());

/** A call of a capability that is not served yet has no cells. */
const reading = catalogue.filter(({ name, route: { reads, method } }) => reads && method === 'GET' && matrix[name]);

/** A further session like this one. The records of each call are told apart by it, and a login takes longer. */
async function copySession(token: string | null): Promise<string> {
  const copied = randomBytes(32).toString('base64url');
  await world.sql(
    `insert into sessions (domain_id, token_hash, kind, user_id, actor_id, site_id, device, expires_at, proved_by, level,
       proved_at, proved_once)
     select domain_id, sha256(convert_to($2, 'UTF8')), kind, user_id, actor_id, site_id, device, expires_at, proved_by, level,
       proved_at, proved_once
     from sessions where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token, copied],
  );
  return copied;
}

/** The people whom the records of a session name under a kind, and its rows that keep only a filter. */
async function recorded(token: string | null, what: ReadingKind): Promise<{ ids: Set<number>; byFilter: number }> {
  const rows = await world.sql<{ subject_id: number | null; seen: number[] | null }>(
    `select r.subject_id, r.seen from access_records r join sessions s on s.id = r.session_id
     where r.what = $1 and s.token_hash = sha256(convert_to($2, 'UTF8'))`,
    [readingKinds.indexOf(what), token],
  );
  const ids = rows.flatMap(({ subject_id, seen }) => [...(subject_id === null ? [] : [subject_id]), ...(seen ?? [])]);
  return { ids: new Set(ids), byFilter: rows.filter(({ subject_id, seen }) => subject_id === null && !seen).length };
}

/** The payer and the patient, whom the provider's own fields name. */
async function peopleOfTransaction({ params }: Input): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(
    'select unnest(array[buyer_id, patient_id]) as id from transactions where id = $1',
    [(params as { id: number }).id],
  );
  return rows.flatMap(({ id }) => id ?? []);
}

/** The people of the purchases in an answer about refunds, whom it shows by their card and by what they earned. */
async function peopleOfRefunds(name: string, { params }: Input, answer: unknown): Promise<number[]> {
  const { id } = (params ?? {}) as { id?: number };
  const refundIds =
    name === 'listRefunds' ? (answer as { results: { id: number }[] }).results.map((refund) => refund.id) : [id];
  const isOfRefunds = name === 'readRefund' || name === 'listRefunds';
  const rows = await world.sql<{ id: number | null }>(
    `select unnest(array[sale.buyer_id, sale.patient_id, plan.patient_id]) as id
     from (select transaction_id, invoice_id from refunds where $1 and id = any ($2::int[])
       union select $3::int, $4::int) target
     left join transactions sale on sale.id = target.transaction_id
     left join storage_invoices invoice on invoice.id = target.invoice_id
     left join storage_enrolments plan on plan.id = invoice.enrolment_id
     union select person_id from commission_lines_in_force where transaction_id = $3 and not retained and cents > 0`,
    [
      isOfRefunds,
      isOfRefunds ? refundIds : [],
      name === 'readRefundOptions' ? id : null,
      name === 'readInvoiceRefundOptions' ? id : null,
    ],
  );
  return rows.flatMap((row) => row.id ?? []);
}

/** Calls about refunds, whose answers show a card and name no person by number. */
const ABOUT_REFUNDS = ['readRefundOptions', 'readInvoiceRefundOptions', 'readRefund', 'listRefunds'];

/** The person whose file it is; undefined where the file is of several people. */
async function findFileOwner(name: string, { params }: Input): Promise<number | undefined> {
  const { id, user_id } = (params ?? {}) as { id?: number; user_id?: number };
  if (name !== 'printStorageInvoice') return user_id;
  const [row] = await world.sql<{ patient_id: number }>(
    `select patient_id from storage_enrolments plan join storage_invoices invoice on invoice.enrolment_id = plan.id
     where invoice.id = $1`,
    [id],
  );
  return row?.patient_id;
}

describe('Completeness of reading', { timeout: TIMEOUT_MS }, () => {
  let pairs = 0;
  afterAll(() => {
    process.stdout.write(
      `${reading.length} reading calls × ${callers.length} callers: ${pairs} pairs of person and kind\n`,
    );
  });

  test.each(reading)(
    '$name records exactly the people that it shows, for every caller',
    async ({ name, route: call }) => {
      const what = call.reads?.what ?? 'log';
      const all = cellsOf(scene, name);
      for (const who of callers) {
        const caller = scene.callers.get(who);
        if (!caller) throw new Error(`There is no caller ${who}.`);
        const cells = all.filter((asked) => asked.who === who && asked.status === 200);
        if (cells.length === 0) continue;
        const session = { ...caller, token: await copySession(caller.token) };
        const received = new Set<number>();
        let large = 0;
        for (const cell of cells) {
          const answer = await world.send(session, call, cell.input);
          expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
          const ownerOfFile = call.answersFile ? await findFileOwner(name, cell.input) : undefined;
          if (call.answersFile) {
            if (ownerOfFile === undefined) large += 1;
            else if (ownerOfFile !== session.user.id) received.add(ownerOfFile);
            continue;
          }
          const people = peopleOnTheWire(name, answer.json(), cell.input, session.user.id);
          if (name === 'readProviderDetails') for (const id of await peopleOfTransaction(cell.input)) people.add(id);
          if (ABOUT_REFUNDS.includes(name))
            for (const id of await peopleOfRefunds(name, cell.input, answer.json())) people.add(id);
          people.delete(session.user.id);
          if (!isOpening(what) && people.size > MOST_SEEN) large += 1;
          else for (const id of people) received.add(id);
        }
        await world.app.services.accessRecords.drain();
        const { ids, byFilter } = await recorded(session.token, what);
        expect(
          [...ids].toSorted((a, b) => a - b),
          `${name} for ${who}`,
        ).toEqual([...received].toSorted((a, b) => a - b));
        expect(byFilter, `${name} for ${who}`).toBe(large);
        pairs += received.size;
      }
    },
  );
});
