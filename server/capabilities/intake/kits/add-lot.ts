import { type Gs1Data, parseGs1 } from '@vialkeep/contract/gs1.ts';
import { addLot, type LotKind } from '@vialkeep/contract/kits.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { type Bench, requireBench } from '../../lab-policy/index.ts';
import { presentLot, requireLot } from './lots.queries.ts';

/** What the maker's code says fills the fields that were left empty; where both say something, they must agree. */
export const addLotHandler = handle(
  addLot,
  async ({ access, write, body }) => {
    const code = body.text === undefined || body.text === '' ? null : readMakersCode(body.text);
    const lot = agree('lot', body.lot || null, code?.lot ?? null);
    const gtin = agree('gtin', body.gtin ?? null, code?.gtin ?? null);
    const expires_on = agree('expires_on', body.expires_on ?? null, code?.expires_on ?? null);
    if (lot === null) throw refuseBy(addLot, 'lot_required', { fields: ['lot'] });
    return write(async (work) => {
      const bench = await requireBench(work, access, body.lab_id);
      const { kind, name, received_on } = body;
      const id = await createLot(work, bench, { kind, name, lot, gtin, expires_on, received_on });
      return presentLot(await requireLot(work.db, bench.lab, id));
    });
  },
  { lots_are_known_once: { reason: 'lot_known', field: 'lot' } },
);

type NewLot = {
  readonly kind: LotKind;
  readonly name: string;
  readonly lot: string;
  readonly gtin?: string | null;
  readonly expires_on: string | null;
  /** Without it, today. */
  readonly received_on?: string | undefined;
};

/** Registers a lot and returns its id. */
export async function createLot(
  work: Work,
  { lab, operator }: Pick<Bench, 'lab' | 'operator'>,
  { received_on = new Date().toISOString().slice(0, 10), ...lot }: NewLot,
): Promise<number> {
  const { id } = await work.db
    .insertInto('lots')
    .values({ domain_id: lab.domainId, lab_id: lab.id, ...lot, received_on })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.add_lot',
    subject: 'lot',
    subjectId: id,
    facts: { lab: lab.id, kind: lot.kind, operator: operator?.id ?? null },
  });
  return id;
}

function readMakersCode(text: string): Gs1Data {
  const result = parseGs1(text);
  if (result.outcome === 'read') return result.data;
  const details = { fields: ['text'], ...(result.outcome === 'faulty' ? { message: result.words } : {}) };
  throw refuseBy(addLot, 'code_unreadable', details);
}

function agree(field: string, typed: string | null, scanned: string | null): string | null {
  if (typed !== null && scanned !== null && typed !== scanned) {
    throw refuseBy(addLot, 'code_differs', { fields: [field], message: `The maker’s code says ${scanned}.` });
  }
  return typed ?? scanned;
}
