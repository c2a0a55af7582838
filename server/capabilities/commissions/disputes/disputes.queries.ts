import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { type DisputeRow, listLines } from '../lines/lines.queries.ts';

export type DisputedLine = {
  readonly id: number;
  readonly domain_id: number;
  readonly line_id: number;
  readonly person_id: number;
  readonly state: string;
};

/** The questions that wait for an answer, on the sites that the actor sees. A line has at most one. */
export function openDisputes(db: Db, { scope }: Pick<Actor, 'scope'>) {
  return db
    .selectFrom('commission_disputes')
    .where('state', '=', 'open')
    .where((eb) => eb.and(scope === 'platform' ? [] : [eb('domain_id', '=', scope)]));
}

/** The row lock makes a message wait for the end of the dispute, and an end for the other. */
export function lockDispute(work: Work, id: number): Promise<DisputedLine | undefined> {
  return work.db
    .selectFrom('commission_disputes')
    .innerJoin('commission_lines', 'commission_lines.id', 'commission_disputes.line_id')
    .select([
      'commission_disputes.id',
      'commission_disputes.domain_id',
      'commission_disputes.line_id',
      'commission_disputes.state',
      'commission_lines.person_id',
    ])
    .where('commission_disputes.id', '=', id)
    .forUpdate('commission_disputes')
    .executeTakeFirst();
}

type Message = {
  readonly disputeId: number;
  readonly domainId: number;
  readonly authorId: number;
  readonly text: string;
};

export async function addMessage(work: Work, { disputeId, domainId, authorId, text }: Message): Promise<void> {
  await work.db
    .insertInto('commission_messages')
    .values({ dispute_id: disputeId, domain_id: domainId, author_id: authorId, text })
    .execute();
}

/** Exact while the caller holds the lock of the dispute. */
export async function countMessages(work: Work, disputeId: number): Promise<number> {
  const { count } = await work.db
    .selectFrom('commission_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dispute_id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The last dispute of a line with its messages. */
export async function readDispute(db: Db, lineId: number) {
  const [line] = await listLines(db, sql<boolean>`line.id = ${lineId}`);
  const dispute: DisputeRow = orNotFound(line?.dispute);
  return { ...dispute, messages: [...dispute.messages] };
}
