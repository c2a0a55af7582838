import { catalogue, type NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from './testing/matrix/all-rows.ts';
import { inputOf } from './testing/matrix/matrix-cells.ts';
import { createMatrixFixtures, type Scene } from './testing/matrix/targets.ts';
import { type Caller, newWorld, type World } from './testing/world.ts';

let world: World;
let scene: Scene;
/** Callers who see one site only: everyone but the main site's administrators, and the people of the custom site. */
let callers: ReadonlyMap<string, Caller>;
beforeAll(async () => {
  world = await newWorld();
  scene = await createMatrixFixtures(world);
  const north = ['hc', 'patient', 'staff', 'rep'] as const;
  const own = await Promise.all(
    north.map(async (who) => [`${who}@north`, await world.as(`${who}@north.test`, 'north.localhost')] as const),
  );
  callers = new Map<string, Caller>([...[...scene.callers].filter(([who]) => who !== '7' && who !== '10'), ...own]);
});
afterAll(() => world.close());

/** Calls that only read: every GET, and the documented POST calls that change nothing. */
const READ_BY_POST = ['listSuggestedResources', 'listCards'];
const reads = catalogue.filter(
  ({ name, route }) =>
    route.access !== 'public' && ((route.method === 'GET' && !route.alsoPost) || READ_BY_POST.includes(name)),
);

/** Ids of the other site, as this caller would send them. */
function foreignInput({ name }: NamedRoute, who: string) {
  const row = matrix[name];
  if (!row) throw new Error(`The matrix says nothing of ${name}.`);
  if (row.about === null) return row.input();
  return inputOf(scene, row, who.endsWith('@north') ? '7n' : who, 'other');
}

const isEmpty = (body: string) => /^\[\]$|"results":\[\]|"data":\[\]/.test(body);

/** Texts that occur only in the people and records of one site. */
const traces = {
  main: /@vialkeep\.test|@1\.strangers\.test|"name":"Vialkeep"/,
  north: /@north\.test|@2\.strangers\.test|"name":"Northlight"/,
};

describe('F158 S-31 Isolation with a token of one site', () => {
  test('every read call about a record of the other site answers 404 or an empty result', async () => {
    const exceptions: string[] = [];
    const counted = { notFound: 0, empty: 0, never: 0 };
    for (const call of reads.filter(({ name }) => matrix[name]?.about)) {
      for (const [who, caller] of callers) {
        const answer = await world.send(caller, call.route, foreignInput(call, who));
        const told = `${call.name} by ${who}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
        // 403: the plan never has this right, whatever the record.
        if (answer.statusCode === 404) counted.notFound += 1;
        else if (answer.statusCode === 403) counted.never += 1;
        else if (answer.statusCode === 200 && isEmpty(answer.body)) counted.empty += 1;
        else exceptions.push(told);
      }
    }
    const asked = counted.notFound + counted.empty + counted.never;
    process.stdout.write(
      `isolation run: ${asked} questions about things of another site: ${counted.notFound} not found, ` +
        `${counted.empty} empty, ${counted.never} never allowed, ${exceptions.length} exceptions.\n`,
    );
    expect(exceptions).toEqual([]);
    expect(asked).toBeGreaterThan(300);
  }, 120_000);

  test('no list contains a record of the other site', async () => {
    let asked = 0;
    let withOwn = 0;
    for (const call of reads.filter(({ name }) => matrix[name]?.about === null)) {
      for (const [who, caller] of callers) {
        const answer = await world.send(caller, call.route, foreignInput(call, who));
        const [own, foreign] =
          caller.host === 'north.localhost' ? (['north', 'main'] as const) : (['main', 'north'] as const);
        expect(answer.body, `${call.name} by ${who}`).not.toMatch(traces[foreign]);
        asked += 1;
        if (traces[own].test(answer.body)) withOwn += 1;
      }
    }
    process.stdout.write(`isolation run: ${asked} lists, ${withOwn} with people of the own site, 0 exceptions.\n`);
    // Empty or refused lists would prove nothing.
    expect(withOwn).toBeGreaterThan(20);
    expect(asked).toBeGreaterThan(300);
  }, 120_000);
});
