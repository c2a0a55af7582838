import type { Db, Work } from '../../../kernel/db/db.ts';
import { newChargeReference } from '../../charging/index.ts';

export type StorageCharge = NonNullable<Awaited<ReturnType<typeof findCharge>>>;

const columns = [
  'id',
  'invoice_id',
  'domain_id',
  'by_id',
  'tried_on',
  'gateway',
  'reference',
  'state',
  'message',
  'begun_at',
] as const;

export function findCharge(db: Db, id: number) {
  return db.selectFrom('storage_charges').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function getCharge(db: Db, id: number): Promise<StorageCharge> {
  return db.selectFrom('storage_charges').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function lockCharge({ db }: Work, id: number): Promise<StorageCharge> {
  return db.selectFrom('storage_charges').select(columns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** The charge of an invoice that waits for its outcome, or has paid it. */
export function findChargeOfInvoice(db: Db, invoiceId: number) {
  return db
    .selectFrom('storage_charges')
    .select(columns)
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['begun', 'held', 'charged'])
    .executeTakeFirst();
}

type NewCharge = {
  readonly invoiceId: number;
  readonly domainId: number;
  /** The patient; null where the product charges the card on the due day. */
  readonly byId: number | null;
  readonly today: string;
  readonly gateway: string;
};

/** The intent with its reference, before the gateway is called. A unique index allows one for an invoice. */
export async function insertCharge({ db }: Work, charge: NewCharge): Promise<StorageCharge> {
  return db
    .insertInto('storage_charges')
    .values({
      invoice_id: charge.invoiceId,
      domain_id: charge.domainId,
      by_id: charge.byId,
      tried_on: charge.today,
      gateway: charge.gateway,
      reference: newChargeReference('VS'),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}
