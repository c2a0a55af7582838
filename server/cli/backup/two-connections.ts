import type pg from 'pg';
import { COPY_FORMAT } from '../../kernel/db/copy-tables.ts';
import { withConnection } from '../../kernel/db/roles.ts';

export type LoadStep = (owner: pg.Client) => Promise<unknown>;

/** A crash in the middle leaves the mark of an unfinished restore, so a step need not wait for the disk. */
const SETTINGS = `${COPY_FORMAT}; set synchronous_commit = off; set maintenance_work_mem = '256MB';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

export async function withLoadConnection<T>(ownerUrl: string, task: (owner: pg.Client) => Promise<T>): Promise<T> {
  return withConnection(ownerUrl, async (owner) => {
    await owner.query(SETTINGS);
    return task(owner);
  });
}

/** Runs the steps in their order, two at a time. After a failure no further step begins. */
export async function runTwoAtATime(ownerUrl: string, steps: readonly LoadStep[]): Promise<void> {
  const waiting = [...steps];
  const work = () =>
    withLoadConnection(ownerUrl, async (owner) => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await step(owner);
    }).catch((error: unknown) => {
      waiting.length = 0;
      throw error;
    });
  const ends = await Promise.allSettled([work(), work()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
