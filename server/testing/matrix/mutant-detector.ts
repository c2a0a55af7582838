import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { updateDocumentStatus } from '@vialkeep/contract/documents.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import type { LightMyRequestResponse } from 'fastify';
import { personOfPlan } from '../people.ts';
import { publishedRow } from '../published.ts';
import { unhurried } from '../servers/unhurried.ts';
import { anonymousCaller, type Caller, type Input, newWorld, type World } from '../world.ts';
import { finerRights, furtherRecords } from './finer-rights.ts';
import { keepRows } from './kept-rows.ts';
import { cellsOf, type MatrixRequest } from './matrix-cells.ts';
import { type Mutant, withMutant } from './policy-mutants.ts';
import { createMatrixFixtures, type Scene } from './targets.ts';

const guarded = catalogue.filter(({ route }) => route.access !== 'public');
const settings = { ...unhurried, RESETS_PER_HOUR: '10000', SIGN_UPS_PER_HOUR: '10000', CHECKOUTS_PER_HOUR: '10000' };

/** A caller whom a conditional rule treats differently, and the published words that refuse them. */
type Special = { name: string; plan: Plan; caller: Caller; refusedBy: RegExp };

export type MutantDetector = { isNoticed(mutant: Mutant): Promise<boolean>; close(): Promise<void> };

/** Applies changed rules to the product and compares its answers with the matrix and the published table. */
export async function newMutantDetector(): Promise<MutantDetector> {
  const world = await newWorld(settings);
  const scene = await createMatrixFixtures(world);
  const specials = await specialsOf(world);
  const undoWrites = await keepRows(world);

  return {
    async isNoticed(mutant) {
      const isAboutRecords = mutant.what === 'allowed' || mutant.condition?.needs === 'resource';
      if (isAboutRecords) return changesAnswer(mutant);
      return (await changesPermission(mutant)) || isNoticedBySpecial(mutant);
    },
    close: () => world.close(),
  };

  /** Whether a call is refused to a caller to whom the matrix allows it, or the other way round. */
  async function changesPermission(mutant: Mutant): Promise<boolean> {
    for (const who of callersOf(scene, mutant.plan)) {
      if (await changesFinerRight(mutant, who)) return true;
      for (const { name, route } of callsOf(mutant)) {
        const cell = cellsOf(scene, name).find((one) => one.who === who);
        if (!cell) throw new Error(`The matrix says nothing of ${name} for ${who}.`);
        const { statusCode } = await withMutant(mutant, () => answerTo(who, route, cell.input));
        if ((statusCode === 403) !== (cell.status === 403)) return true;
      }
    }
    return false;
  }

  async function changesFinerRight(mutant: Mutant, who: string): Promise<boolean> {
    const right = finerRights[mutant.action] ?? furtherRecords[mutant.action];
    if (!right) return false;
    const input = right.input(scene.of(right.about, who, right.side));
    const answer = await withMutant(mutant, () => answerTo(who, right.route, input));
    // A call that has authorized no record by its own rule fails closed.
    return answer.statusCode === 500 || right.shows(answer) !== right.who.split(' ').includes(who);
  }

  /** Whether some record is allowed that was not, or the other way round. */
  async function changesAnswer(mutant: Mutant): Promise<boolean> {
    for (const who of callersOf(scene, mutant.plan)) {
      if (await changesFinerRight(mutant, who)) return true;
      for (const { name, route } of callsOf(mutant)) {
        for (const cell of cellsOf(scene, name).filter((one) => one.who === who)) {
          if (await differs(mutant, route, cell)) return true;
        }
      }
    }
    return false;
  }

  async function differs(mutant: Mutant, route: Route, cell: MatrixRequest): Promise<boolean> {
    const send = () => answerTo(cell.who, route, cell.input);
    if ((route.method === 'GET' && !route.alsoPost) || route === updateDocumentStatus) {
      const [before, changed, after] = [await send(), await withMutant(mutant, send), await send()];
      return before.body === after.body && changed.body !== before.body;
    }
    if (kindOf((await withMutant(mutant, send)).statusCode) === kindOf(cell.status)) return false;
    if (kindOf((await send()).statusCode) === kindOf(cell.status)) return true;
    // An earlier call has changed this record: the comparison is repeated without it.
    await undoWrites();
    if (kindOf((await withMutant(mutant, send)).statusCode) === kindOf(cell.status)) return false;
    await undoWrites();
    return kindOf((await send()).statusCode) === kindOf(cell.status);
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

  async function refuses({ caller }: Special, route: Route, input: Input): Promise<boolean> {
    return isRefusedByRule(route, await sendAs(caller, route, input));
  }

  async function answerTo(who: string, route: Route, input: Input): Promise<LightMyRequestResponse> {
    return sendAs(scene.callers.get(who) ?? anonymousCaller, route, input);
  }

  /** Sends again if an earlier call has ended the session or deleted the account. */
  async function sendAs(caller: Caller, route: Route, input: Input): Promise<LightMyRequestResponse> {
    const answer = await world.send(caller, route, input);
    if (answer.statusCode !== 401) return answer;
    await undoWrites();
    return world.send(caller, route, input);
  }
}

/** Calls for the person only are refused with the words of a rule, but not by a rule. */
function isRefusedByRule(route: Route, { statusCode, body }: LightMyRequestResponse): boolean {
  if (statusCode === 403) return true;
  return statusCode === 409 && !route.inPerson && body.includes(commonRefusals.not_while_acting.message);
}

function kindOf(status: number): number | 'other' {
  return status === 403 || status === 404 || status === 409 ? status : 'other';
}

function callersOf(scene: Scene, plan: Plan): string[] {
  return [...scene.callers.keys()].filter((name) => Number.parseInt(name, 10) === plan);
}

function callsOf({ action }: Mutant) {
  return guarded.filter(({ route }) => route.access === action);
}

/** An administrator in an account of every plan, staff in a center's account, and a user without tag 1. */
async function specialsOf(world: World): Promise<Special[]> {
  const specials: Special[] = [];
  const add = (plan: Plan, refusedBy: RegExp, caller: Caller) =>
    specials.push({ name: `${plan}, refused by ${refusedBy}`, plan, refusedBy, caller });
  const superAdmin = await world.as('super');
  for (const plan of plans.filter((one) => one !== Plan.superAdmin)) {
    const viewed = await world.actingAs(superAdmin, `${personOfPlan[plan]}@vialkeep.test`);
    add(plan, /^—$|^not while acting$|not viewed/, viewed);
  }
  const inCenter = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
  add(Plan.harvestCenter, /^—$|^not while acting$/, inCenter);
  for (const plan of orderingPlans) add(plan, /^—$|tag 1/, await world.as(await addUntagged(world, plan)));
  return specials;
}

async function addUntagged(world: World, plan: Plan): Promise<string> {
  const email = `untagged-${plan}@vialkeep.test`;
  await world.sql(
    `insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement)
     select domain_id, plan_id, $2, 'No', 'Tag', password_hash, 'yes' from users where email = $1`,
    [`${personOfPlan[plan]}@vialkeep.test`, email],
  );
  return email;
}
