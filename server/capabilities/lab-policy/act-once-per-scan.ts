import type { ScanInput } from '@vialkeep/contract/bench-words.ts';
import type { JsonValue } from '@vialkeep/contract/custody.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { sha256OfRecord } from './canonical-json.ts';
import { type Bench, requireBench } from './require-bench.ts';
import { type Lab, refuseAtBench, requireLab } from './require-lab.ts';

type ScanBody = {
  readonly scan_id: string;
  readonly input: z.infer<typeof ScanInput>;
  readonly lab_id?: number | undefined;
};

type ScanCall = {
  readonly access: Access;
  readonly db: Db;
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
  readonly body: ScanBody;
};

export type ScanOutcome<T> = {
  readonly answer: T;
  /** What an undo and the log need, in ids and codes. */
  readonly facts?: Readonly<Record<string, JsonValue>>;
  readonly undoes?: string;
};

/**
 * Runs a scan of the bench once: the same `scan_id` of a lab gets the first answer, and with another body or kind 409. A
 * refused scan leaves nothing and can be repeated. Simultaneous repeats wait for the first one.
 */
export async function actOncePerScan<T>(
  { access, db, write, body }: ScanCall,
  kind: string,
  act: (work: Work, bench: Bench) => Promise<ScanOutcome<T>>,
): Promise<T> {
  const lab = await requireLab(access, db, body.lab_id);
  const print = sha256OfRecord({ kind, ...body });
  const before = await findAnswer<T>(db, lab, body.scan_id, print);
  if (before) return before.answer;
  try {
    return await write(async (work) => {
      await lockScan(work, lab, body.scan_id);
      const first = await findAnswer<T>(work.db, lab, body.scan_id, print);
      if (first) throw new ScanRepeated(first.answer);
      const bench = await requireBench(work, access, body.lab_id);
      const { answer, facts, undoes } = await act(work, bench);
      await work.db
        .insertInto('scan_actions')
        .values({
          id: body.scan_id,
          domain_id: lab.domainId,
          lab_id: lab.id,
          operator_id: bench.operator?.id ?? null,
          user_id: access.actor.userId,
          input: body.input,
          kind,
          facts: JSON.stringify({ ...facts, body_sha256: print }),
          answer: JSON.stringify(answer),
          undoes: undoes ?? null,
        })
        .execute();
      return answer;
    });
  } catch (error) {
    // The transaction of a repeat has changed nothing and is rolled back.
    if (error instanceof ScanRepeated) return error.answer as T;
    throw error;
  }
}

class ScanRepeated extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('This scan was answered before.');
    this.answer = answer;
  }
}

/** Serializes the calls with this id until the transaction ends. Two ids with one hash only wait for each other. */
async function lockScan(work: Work, lab: Lab, scanId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('scan_actions'), hashtext(${`${lab.id} ${scanId}`}))`.execute(
    work.db,
  );
}

async function findAnswer<T>(db: Db, lab: Lab, scanId: string, print: string): Promise<{ answer: T } | null> {
  const row = await db
    .selectFrom('scan_actions')
    .select(['answer', sql<string>`facts ->> 'body_sha256'`.as('print')])
    .where('lab_id', '=', lab.id)
    .where('id', '=', scanId)
    .executeTakeFirst();
  if (!row) return null;
  if (row.print !== print) throw refuseAtBench('scan_id_used', { fields: ['scan_id'] });
  // @NOTE the answer was stored by the same kind of scan, and the route's schema parses it again.
  return { answer: row.answer as T };
}
