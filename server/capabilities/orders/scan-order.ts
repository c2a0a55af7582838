import type { ScanInput } from '@vialkeep/contract/bench-words.ts';
import type { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { actOncePerScan, type Bench, type ScanOutcome } from '../lab-policy/index.ts';
import type { MovedBy } from '../vials/index.ts';
import { lockOrder, type OrderRow, requireOrder } from './orders.queries.ts';

type OrderScan = {
  readonly access: Access;
  readonly db: Db;
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
  readonly params: { readonly id: number };
  readonly body: {
    readonly scan_id: string;
    readonly input: z.infer<typeof ScanInput>;
    readonly lab_id?: number | undefined;
  };
};

/** Runs a scan for an order once, with the chain of its patient and its row locked. */
export async function scanOrder<T>(
  { access, db, write, params, body }: OrderScan,
  kind: string,
  act: (work: Work, bench: Bench, order: OrderRow) => Promise<ScanOutcome<T>>,
): Promise<T> {
  const { order, lab } = await requireOrder(access, db, params.id, body.lab_id);
  // The order is part of the body, so that the scan of one order is no repeat for another.
  const call = { access, db, write, body: { ...body, lab_id: body.lab_id ?? lab.id, order: order.id } };
  return actOncePerScan(call, kind, async (work, bench) => act(work, bench, await lockOrder(work, order)));
}

export function byScan({ operator }: Bench, scanId: string): MovedBy {
  return { operatorId: operator?.id ?? null, actionId: scanId };
}
