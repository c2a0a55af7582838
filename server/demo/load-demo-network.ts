import { type Plan, planNames } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { createAccount } from '../capabilities/accounts/index.ts';
import { addTotpSecret } from '../capabilities/factors/index.ts';
import { saveSitePolicy } from '../capabilities/identity-policy/index.ts';
import { insertRelations } from '../capabilities/network/index.ts';
import { createSite } from '../capabilities/sites/index.ts';
import { audit } from '../kernel/audit/audit.ts';
import type { Work } from '../kernel/db/db.ts';
import { hashPassword } from '../kernel/secrets/passwords.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';
import { addApiKey } from './api-keys.ts';
import { addBench } from './bench/bench.ts';
import { addDrill } from './bench/drill.ts';
import { addIntake } from './bench/intake.ts';
import { addPlaces } from './bench/places.ts';
import { addVialOrder } from './bench/vial-order.ts';
import { addCards, saveDemoCards } from './cards.ts';
import { addCommissions } from './commissions.ts';
import { addCoupons } from './coupons.ts';
import { addDocuments } from './documents.ts';
import { addFinishedVisit } from './finished-visit.ts';
import { addCheckedImport } from './imports.ts';
import { addDemoInspection } from './inspections.ts';
import { addLabels } from './labels.ts';
import { addLocations } from './locations.ts';
import { addOpenings } from './openings.ts';
import { addProcessing } from './patients.ts';
import { type DemoPerson, latecomers, mainPeople, northPeople, patientNames, places } from './people.ts';
import { addDemoRefund } from './refunds.ts';
import { addAssets, storeSheets } from './resources.ts';
import { addStoragePlans } from './storage.ts';
import { addTransactions, chargeDemoSales } from './transactions.ts';
import { addVials } from './vials.ts';
import { addWebhook } from './webhooks.ts';

const PASSWORD = 'Vialkeep-demo-1';

/** The secret of the authenticator app of secure@north.test. */
const DEMO_APP_SECRET = 'JBSWY3DPEHPK3PXP';

/** One account of every plan, printed by the server at its first start. */
export const demoAccounts: readonly { plan: string; email: string }[] = [
  account(1, 'lab'),
  account(2, 'patient'),
  account(3, 'rep'),
  account(4, 'hc'),
  account(5, 'rhc'),
  account(6, 'manager'),
  account(7, 'admin'),
  account(8, 'distributor'),
  account(9, 'staff'),
  account(10, 'super'),
  account(11, 'affiliate'),
  account(12, 'donor'),
  account(15, 'viewer'),
  account(16, 'buyer'),
];

/** Loads invented people on two sites. The data are deterministic, so that tests and screenshots agree. */
export async function loadDemoNetwork(services: Services): Promise<void> {
  const { store, domains, files, payments } = services;
  const main = await domains.main();
  const passwordHash = await hashPassword(PASSWORD);
  const sheets = await storeSheets(files);
  const cards = await saveDemoCards(payments);
  const charged = await chargeDemoSales(payments, cards);
  await store.write('platform', actorlessContext('demo-network'), async (work) => {
    await work.db.updateTable('installation').set({ demo: true }).execute();
    const mainPersons = [...mainPeople, ...patients(), ...latecomers];
    const idOf = await addPeople(work, main.id, 'vialkeep.test', mainPersons, passwordHash);
    const north = await addNorth(work);
    const northIds = await addPeople(work, north, 'north.test', northPeople, passwordHash);
    await saveSitePolicy(work, north, { step_up: true, new_device_letter: true });
    await addTotpSecret(work, { id: northIds('secure'), domain_id: north }, DEMO_APP_SECRET);
    await addLocations(work);
    await addCoupons(work, north);
    await addCards(work, cards);
    await addProcessing(work);
    await addVials(work);
    await addTransactions(work, charged);
    await addAssets(work, sheets);
    await addFinishedVisit(work, { domainId: main.id, actorId: idOf('admin'), userId: idOf('hc') });
    await audit(work, { domainId: main.id, action: 'demo.load', subject: 'domain', subjectId: main.id });
  });
  // Only the sandbox has the sales that they are about.
  const hasSales = charged.length > 0;
  await addCommissions(services, hasSales);
  await addDocuments(services);
  await addLabels(services);
  await addOpenings(services);
  await addDemoInspection(services);
  if (hasSales) await addDemoRefund(services);
  await addStoragePlans(services);
  await addBench(services);
  await addPlaces(services);
  if (hasSales) await addVialOrder(services);
  await addIntake(services);
  await addDrill(services);
  await addApiKey(services);
  await addWebhook(services);
  await addCheckedImport(services);
}

function addNorth(work: Work): Promise<number> {
  return createSite(work, {
    name: 'Northlight',
    host: 'north.localhost',
    product: 'Northlight Bank',
    brand: 'Northlight',
    support_email: 'support@north.test',
    email_sender: 'no-reply@north.test',
    colour: '#5a3ea6',
  });
}

/** The patients, assigned to the centers in turn; every third comes through a referral center. */
function patients(): DemoPerson[] {
  const centers = ['hc', 'hc2', 'hc', 'hc3'] as const;
  const where = Object.keys(places) as DemoPerson['place'][];
  return patientNames.map((name, index) => {
    const center = centers[index % centers.length] ?? 'hc';
    const referral = center === 'hc' ? 'rhc' : 'rhc2';
    return {
      key: index === 0 ? 'patient' : `patient${index + 1}`,
      plan: 2,
      name,
      place: where[index % where.length] ?? 'boulder',
      tags: index % 4 === 0 ? [1] : [],
      joinedDaysAgo: 330 - index * 13,
      related: [
        ['center', center],
        ['lab', center === 'hc2' ? 'lab2' : 'lab'],
        ...(index % 3 === 2 && center !== 'hc3' ? [['referral_center', referral] as const] : []),
      ],
    };
  });
}

async function addPeople(
  work: Work,
  domainId: number,
  host: string,
  people: readonly DemoPerson[],
  passwordHash: string,
): Promise<(key: string) => number> {
  const ids = new Map<string, number>();
  for (const [index, person] of people.entries()) {
    const { id } = await createAccount(work, rowOf(person, index, domainId, host, passwordHash));
    ids.set(person.key, id);
  }
  const idOf = (key: string) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`The demo network has no ${key}@${host}.`);
    return id;
  };
  const relations = people.flatMap(({ key, related = [], pending = [] }) => [
    ...related.map(([kind, other]) => ({ kind, subject_id: idOf(key), object_id: idOf(other), domain_id: domainId })),
    ...pending.map(([kind, other]) => ({
      kind,
      subject_id: idOf(key),
      object_id: idOf(other),
      domain_id: domainId,
      approved_at: null,
    })),
  ]);
  await insertRelations(work, relations);
  return idOf;
}

function rowOf(person: DemoPerson, index: number, domainId: number, host: string, passwordHash: string) {
  const joined = sql<Date>`date_trunc('day', now()) - make_interval(days => ${person.joinedDaysAgo})`;
  return {
    ...(person.id === undefined ? {} : { id: person.id }),
    domain_id: domainId,
    plan_id: person.plan,
    email: `${person.key}@${host}`,
    first_name: person.name[0],
    last_name: person.name[1],
    company: person.company ?? '',
    phone_number: `+1 555 01${String(index).padStart(2, '0')}`,
    ...places[person.place],
    country_desc: 'United States',
    template_id: person.templateId ?? null,
    tags: [...(person.tags ?? [])],
    password_hash: passwordHash,
    check_agreement: person.hasAgreed === false ? null : '2026-01-12 09:30:00.000Z',
    is_active: person.isActive ?? true,
    date_joined: joined,
    email_verified_at: joined,
  };
}

function account(plan: Plan, key: string): { plan: string; email: string } {
  return { plan: planNames[plan], email: `${key}@vialkeep.test` };
}
