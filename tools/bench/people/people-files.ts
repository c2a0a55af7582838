import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { usersFileQuery } from '../../../server/capabilities/users/index.ts';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import { statementFor } from '../../../server/kernel/db/scope.ts';
import type { DB as Tables } from '../../../server/kernel/db/tables.generated.ts';
import type { Services } from '../../../server/kernel/services.ts';
import type { Actor } from '../../../server/kernel/session/actor.ts';
import { median } from '../../harness/quantile.ts';
import { type Exported, exportAll } from './people-calls.ts';
import type { Crowd } from './people-scene.ts';

const ROUNDS = 9;
const SPEED_TARGET = 0.8;
const GROWTH_TARGET_MIB = 64;

/** Measures the file in turns with PostgreSQL's own copy of the same query, which is read by a bare connection. */
export async function compareFiles(crowd: Crowd): Promise<void> {
  // The first start creates the demo network and its sealed documents; that is not part of an export.
  await crowd.server.restart();
  const rounds: { copy: number; file: Exported }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The copy is first in every other round.
    const copy = round % 2 === 0 ? await copyQuery(crowd) : null;
    const file = await exportAll(crowd);
    rounds.push({ copy: copy ?? (await copyQuery(crowd)), file });
  }
  const speed = median(rounds.map(({ copy, file }) => copy / file.seconds));
  const copy = median(rounds.map((round) => round.copy));
  const grown = Math.max(...rounds.map(({ file }) => file.grownMiB));
  console.log(
    `Users' file: ${presentFiles(rounds.map(({ file }) => file))}, PostgreSQL's copy in ${copy.toFixed(1)} s, median of ${ROUNDS} rounds: ${speed.toFixed(2)} of its speed ${verdict(speed >= SPEED_TARGET)}; the server grew by at most ${grown.toFixed(0)} MiB ${verdict(grown <= GROWTH_TARGET_MIB)}`,
  );
}

/** Measures the files of two versions in turns, each on its own database. */
export async function compareFilesOfVersions(before: Crowd, now: Crowd): Promise<void> {
  const files: [Exported[], Exported[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      files[which].push(await exportAll(which === 0 ? before : now));
    }
  }
  const ratio = median(files[1].map(({ seconds }, round) => seconds / (files[0][round]?.seconds ?? Number.NaN)));
  console.log(
    `Users' file: before ${presentFiles(files[0])}; now ${presentFiles(files[1])}, median of ${ROUNDS} rounds: ${ratio.toFixed(2)} of the time ${verdict(ratio <= 1)}`,
  );
}

function presentFiles(files: readonly Exported[]): string {
  const { rows, bytes } = files[0] ?? { rows: 0, bytes: 0 };
  return `${rows} rows, ${(bytes / 1e6).toFixed(1)} MB in ${median(files.map(({ seconds }) => seconds)).toFixed(2)} s`;
}

/** Reads the copy of the query to its end and returns the seconds. */
async function copyQuery(crowd: Crowd): Promise<number> {
  const text = fileQuery();
  return withConnection(crowd.server.ownerUrl, async (client) => {
    await client.query(statementFor('platform'));
    const began = performance.now();
    // @NOTE a stream without an encoding yields buffers; its type does not say so.
    const chunks = client.query(copyTo(`copy (${text}) to stdout with (format csv)`)) as AsyncIterable<Buffer>;
    let bytes = 0;
    for await (const chunk of chunks) bytes += chunk.length;
    if (bytes === 0) throw new Error('The copy is empty.');
    return (performance.now() - began) / 1000;
  });
}

/** The statement of the product for all users, with its values in the text. */
function fileQuery(): string {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  // @NOTE the query depends on nothing else of an actor and the services.
  const actor = { userId: UserId.parse(1), plan: Plan.admin, scope: 'platform' } as Actor;
  const services = { payments: { name: 'sandbox' } } as Pick<Services, 'payments'>;
  const { sql, parameters } = usersFileQuery({ db, actor, services, filters: { isActive: true } }).compile();
  return sql.replaceAll(/\$(\d+)/g, (_, place) => pg.escapeLiteral(String(parameters[Number(place) - 1])));
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}
