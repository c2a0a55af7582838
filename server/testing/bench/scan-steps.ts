import { randomUUID } from 'node:crypto';
import { actOncePerScan } from '../../capabilities/lab-policy/index.ts';
import type { MovedBy } from '../../capabilities/vials/index.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Caller, World } from '../world.ts';
import { callAs } from './call-as.ts';
import { newCode } from './fill-bench.ts';

/** Runs a step with a vial as one scan of this caller; returns the id of the scan. */
export async function scanVial(
  world: World,
  caller: Caller,
  code: string,
  act: (work: Work, by: MovedBy) => Promise<unknown>,
  lab_id?: number,
): Promise<string> {
  const scan_id = randomUUID();
  const call = await callAs(world, caller);
  const body = { scan_id, input: 'scanner' as const, ...(lab_id === undefined ? {} : { lab_id }) };
  await actOncePerScan({ ...call, body }, 'test_step', async (work, bench) => {
    await act(work, { operatorId: bench.operator?.id ?? null, actionId: scan_id });
    await audit(work, { domainId: bench.lab.domainId, action: 'bench.test', subject: 'vial', subjectId: code });
    return { answer: {}, facts: { vial_code: code } };
  });
  return scan_id;
}

/** A box of a lab with nothing in it, 2 × 3. */
export async function newBox(world: World, lab: number): Promise<{ id: number; rack: number; freezer: number }> {
  const place = async (parent: number | null, kind: string, name: string) => {
    const size = kind === 'box' ? { rows: 2, columns: 3 } : { rows: null, columns: null };
    const [row] = await world.sql<{ id: number }>(
      `insert into places (domain_id, lab_id, parent_id, kind, name, code, rows, columns)
       select domain_id, id, $2, $3, $4, $5, $6, $7 from users where id = $1 returning id`,
      [lab, parent, kind, name, newCode(), size.rows, size.columns],
    );
    if (!row) throw new Error('There is no such lab.');
    return row.id;
  };
  const suffix = randomUUID().slice(0, 8);
  const facility = await place(null, 'facility', `Facility ${suffix}`);
  const freezer = await place(facility, 'freezer', `Freezer ${suffix}`);
  const rack = await place(freezer, 'rack', `Rack ${suffix}`);
  return { id: await place(rack, 'box', `Box ${suffix}`), rack, freezer };
}
