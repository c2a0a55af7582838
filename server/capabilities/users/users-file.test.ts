import { DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { exportUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kernel/session/actor.ts';
import { fillHostileNetwork } from '../../testing/hostile-network.ts';
import { hostileTexts } from '../../testing/hostile-texts.ts';
import { personOfPlan } from '../../testing/people.ts';
import { usersFileByRows } from '../../testing/users-file-by-rows.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { activeUserFilters } from './users.filters.ts';

/** Each text is compared for three administrators; `LONG=1` compares three times as many. */
const HOSTILE_TEXTS = process.env.LONG ? 24 : 8;

let world: World;
beforeAll(async () => {
  world = await newWorld();
  await fillHostileNetwork(world, 700);
});
afterAll(() => world.close());

const sites = [
  { who: 'admin', host: 'localhost', scope: 'platform', domain: 1, plan: Plan.admin },
  { who: 'super', host: 'localhost', scope: 'platform', domain: 1, plan: Plan.superAdmin },
  { who: 'admin@north.test', host: 'north.localhost', scope: DomainId.parse(2), domain: 2, plan: Plan.admin },
] as const;
type Site = (typeof sites)[number];

async function fileByRows(site: Site, caller: Caller, query: object): Promise<string> {
  const { store } = world.app.services;
  // @NOTE the list of users depends on nothing else of an actor.
  const actor = {
    userId: UserId.parse(caller.user?.id),
    plan: site.plan,
    domainId: DomainId.parse(site.domain),
    scope: site.scope,
  } as Actor;
  const filters = activeUserFilters(exportUsers.query.parse(textsOf(query)));
  return usersFileByRows(store.readSlowly(site.scope), world.app.services, actor, filters);
}

/** The query as the server reads it: an empty filter is none. */
function textsOf(query: object): Record<string, string> {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** Compares both files for each query; returns how many were compared and not refused by the rules of the input. */
async function compareFiles(site: Site, queries: readonly object[]): Promise<number> {
  const caller = await world.as(site.who, site.host);
  let compared = 0;
  for (const query of queries) {
    const { statusCode, body } = await world.send(caller, exportUsers, { query });
    if (statusCode === 400) continue;
    const about = `${site.who} ${JSON.stringify(query)}`;
    expect(statusCode, about).toBe(200);
    const expected = await fileByRows(site, caller, query);
    expect(firstDifference(body, expected), about).toBeNull();
    compared += 1;
  }
  return compared;
}

function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  const at = [...one].findIndex((_, index) => one[index] !== other[index]);
  return `at ${at}: ${JSON.stringify(one.slice(Math.max(0, at - 60), at + 40))}, not ${JSON.stringify(other.slice(Math.max(0, at - 60), at + 40))}`;
}

describe.each(sites)('F138 CSV file of users for $who', (site) => {
  test('the file equals the one made user by user, with hostile texts in every cell', async () => {
    const { body } = await world.send(await world.as(site.who, site.host), exportUsers);
    expect(body.split('@hostile.test').length).toBeGreaterThan(site.scope === 'platform' ? 500 : 250);
    expect(await compareFiles(site, [{}])).toBe(1);
  });

  test('the file equals the one made user by user for every plan, tag and site, also in combination', async () => {
    const plans = Object.keys(personOfPlan).map(Number);
    const queries = [
      ...plans.map((subscription_type) => ({ subscription_type })),
      ...plans.map((subscription_type, n) => ({ subscription_type, tags: 1 + (n % 2), domain_id: 1 + (n % 3) })),
      ...[1, 2, 3, 9_999].map((tags) => ({ tags })),
      ...[1, 2, 2_147_483_647].map((domain_id) => ({ domain_id })),
      { subscription_type: 2, search: 'hostile', tags: 2, domain_id: 2 },
    ];
    expect(await compareFiles(site, queries)).toBe(queries.length);
  });

  test('hostile texts in every filter choose the same users as the list', async () => {
    const texts = hostileTexts(HOSTILE_TEXTS).map((text) => text.slice(0, 60));
    const queries = [
      ...texts.map((search) => ({ search })),
      ...["x' or true --", '$1', '%', '_', '\\', 'HOSTILE1', 'ünï', '#', '# ', '0', `hostile${'9'.repeat(80)}`].map(
        (search) => ({ search }),
      ),
      ...texts.slice(0, HOSTILE_TEXTS / 2).map((text) => ({ search: text, subscription_type: 2, tags: 1 })),
    ];
    expect(await compareFiles(site, queries)).toBeGreaterThan(HOSTILE_TEXTS);
    const refused = texts
      .slice(0, HOSTILE_TEXTS / 2)
      .flatMap((tags) => [{ tags }, { domain_id: tags }, { subscription_type: tags }]);
    await compareFiles(site, refused);
  });
});

test('F138 the file is refused to every plan but administrators', async () => {
  for (const [plan, person] of Object.entries(personOfPlan)) {
    const { statusCode } = await world.send(await world.as(person), exportUsers);
    const isAdministrator = Number(plan) === Plan.admin || Number(plan) === Plan.superAdmin;
    expect(statusCode, person).toBe(isAdministrator ? 200 : 403);
  }
});
