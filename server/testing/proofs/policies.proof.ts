import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissions } from '../../app.ts';
import { cellsOf } from '../matrix/asked.ts';
import { finerRights } from '../matrix/finer-rights.ts';
import { type Mutant, mutantsOf, withMutant } from '../matrix/policy-mutants.ts';
import { createMatrixFixtures, type Scene } from '../matrix/targets.ts';
import { personOfPlan } from '../people.ts';
import { publishedRow } from '../published.ts';
import { unhurried } from '../servers/unhurried.ts';
import { anonymousCaller, type Caller, type Input, newWorld, type World } from '../world.ts';

// `npm run prove:policies`: the matrix and the published table must notice every changed rule.

const guarded = catalogue.filter(({ route }) => route.access !== 'public');
const settings = { ...unhurried, RESETS_PER_HOUR: '10000', SIGN_UPS_PER_HOUR: '10000', CHECKOUTS_PER_HOUR: '10000' };

/** A caller whom a conditional rule treats differently, and the published words that refuse them. */
type Special = { name: string; plan: Plan; caller: Caller; enter: () => Promise<Caller>; refusedBy: RegExp };

let world: World;
let scene: Scene;
const specials: Special[] = [];
beforeAll(async () => {
  world = await newWorld(settings);
  scene = await createMatrixFixtures(world);
  await addSpecials();
});
afterAll(() => world.close());

test('the matrix or the published table notices every changed rule', { timeout: 3_600_000 }, async () => {
  const mutants = mutantsOf(permissions);
  const survivors: string[] = [];
  let harmless = 0;
  for (const mutant of mutants) {
    if (await isNoticed(mutant)) continue;
    if (isHarmless(mutant)) harmless += 1;
    else survivors.push(`${mutant.action}, plan ${mutant.plan}: ${mutant.what}`);
  }
  const noticed = mutants.length - harmless - survivors.length;
  process.stdout.write(
    `${Object.keys(permissions.table).length} actions, ${mutants.length} changed rules: ${noticed} noticed, ${harmless} without effect, ${survivors.length} not noticed\n`,
  );
  expect(survivors).toEqual([]);
});

async function isNoticed(mutant: Mutant): Promise<boolean> {
  const right = finerRights[mutant.action];
  for (const who of callersOf(mutant.plan)) {
    if (right) {
      const input = right.input(scene.of(right.about, who, right.side));
      const answer = await withMutant(mutant, () => answerTo(who, right.route, input));
      if (right.shows(answer) !== right.who.split(' ').includes(who)) return true;
    }
    for (const { name, route } of callsOf(mutant)) {
      const cell = cellsOf(scene, name).find((one) => one.who === who);
      if (!cell) throw new Error(`The matrix says nothing of ${name} for ${who}.`);
      const { statusCode } = await withMutant(mutant, () => answerTo(who, route, cell.input));
      if ((statusCode === 403) !== (cell.status === 403)) return true;
    }
  }
  return isNoticedBySpecial(mutant);
}

/** A change without effect, because no caller can do more than before. */
function isHarmless({ action, row, plan, what }: Mutant): boolean {
  const right = finerRights[action];
  // The plan cannot make the call anyway, or it sees no other user to call it for.
  if (right) return what === 'granted' && (isClosed(right.route, plan) || seesNobodyElse.includes(plan));
  // A super admin belongs to the main site and cannot be impersonated.
  if (plan === 10)
    return what === 'dropped' && ['not while acting', 'on the main site'].includes(row[plan]?.words ?? '');
  // The use case refuses these callers a second time.
  return what === 'granted' && refusedTwice.includes(action);
}

function isClosed({ access }: Route, plan: Plan): boolean {
  return access !== 'public' && !permissions.table[access]?.[plan];
}

const seesNobodyElse: readonly Plan[] = [2, 9, 12, 16];

/** These use cases select patients and documents by plan, and refuse plans without any (S-20). */
const refusedTwice = [
  'patients.list_all',
  'patients.stages',
  'patients.sterility',
  'patients.vial_stock',
  'documents.check',
  'waiting.read',
];

function callersOf(plan: Plan): string[] {
  return [...scene.callers.keys()].filter((name) => Number.parseInt(name, 10) === plan);
}

function callsOf({ action }: Mutant) {
  return guarded.filter(({ route }) => route.access === action);
}

async function isNoticedBySpecial(mutant: Mutant): Promise<boolean> {
  const [call] = callsOf(mutant);
  if (!call) return false;
  const words = new Map(publishedRow(mutant.action)).get(mutant.plan) ?? '—';
  const input = cellsOf(scene, call.name)[0]?.input ?? {};
  for (const special of specials.filter(({ plan }) => plan === mutant.plan)) {
    const isRefused = special.refusedBy.test(words);
    if ((await refuses(special, call.route, input)) !== isRefused) throw new Error(`${call.name} as ${special.name}`);
    if ((await withMutant(mutant, () => refuses(special, call.route, input))) !== isRefused) return true;
  }
  return false;
}

async function refuses(special: Special, route: Route, input: Input): Promise<boolean> {
  const answer = await world.send(special.caller, route, input);
  if (answer.statusCode !== 401) return isRefusedByRule(route, answer);
  special.caller = await special.enter();
  return isRefusedByRule(route, await world.send(special.caller, route, input));
}

/** Calls for the person only are refused with the words of a rule, but not by a rule. */
function isRefusedByRule(route: Route, { statusCode, body }: LightMyRequestResponse): boolean {
  if (statusCode === 403) return true;
  return statusCode === 409 && !route.inPerson && body.includes(commonRefusals.not_while_acting.message);
}

/** Logs in again if an earlier call has ended the session. */
async function answerTo(who: string, route: Route, input: Input) {
  const answer = await world.send(scene.callers.get(who) ?? anonymousCaller, route, input);
  if (answer.statusCode !== 401) return answer;
  const again = who === '7n' ? await world.as('admin@north.test', 'north.localhost') : await logIn(Number(who));
  return world.send(again, route, input);
}

async function logIn(plan: number): Promise<Caller> {
  const known = plans.find((one) => one === plan);
  if (!known) throw new Error(`Nobody of plan ${plan}.`);
  await world.sql('update users set is_active = true where email = $1', [`${personOfPlan[known]}@vialkeep.test`]);
  return world.as(personOfPlan[known]);
}

/** An administrator in an account of every plan, staff in a center's account, and a user without tag 1. */
async function addSpecials(): Promise<void> {
  for (const plan of plans.filter((one) => one !== 10)) {
    const email = `${personOfPlan[plan]}@vialkeep.test`;
    await addSpecial(plan, /^—$|^not while acting$|not viewed/, viewing(email));
  }
  await addSpecial(4, /^—$|^not while acting$/, async () => world.inside(await world.as('staff'), 'hc@vialkeep.test'));
  for (const plan of orderingPlans) await addSpecial(plan, /^—$|tag 1/, loggedIn(await withoutTag(plan)));
}

async function addSpecial(plan: Plan, refusedBy: RegExp, enter: () => Promise<Caller>): Promise<void> {
  specials.push({ name: `${plan}, refused by ${refusedBy}`, plan, refusedBy, enter, caller: await enter() });
}

const viewing = (email: string) => async () => world.actingAs(await world.as('super'), email);
const loggedIn = (email: string) => () => world.as(email);

async function withoutTag(plan: Plan): Promise<string> {
  const email = `untagged-${plan}@vialkeep.test`;
  await world.sql(
    `insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement)
     select domain_id, plan_id, $2, 'No', 'Tag', password_hash, 'yes' from users where email = $1`,
    [`${personOfPlan[plan]}@vialkeep.test`, email],
  );
  return email;
}
