import { type CardBrand, cardBrands } from '@vialkeep/contract/card-number.ts';
import type { Purchase } from '@vialkeep/contract/checkout.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';

export type PurchaseRow = Awaited<ReturnType<typeof findPurchase>>;

function findPurchase(db: Db, transactionId: number) {
  return db
    .selectFrom('transactions')
    .innerJoin('products', 'products.id', 'transactions.product_id')
    .leftJoin('users as patient', 'patient.id', 'transactions.patient_id')
    .select([
      'transactions.id',
      'transactions.invoice_id',
      'transactions.date',
      'transactions.charged_quantity',
      'transactions.price_cents',
      'transactions.shipping_cents',
      'transactions.harvest_fee_cents',
      'transactions.discount_cents',
      'transactions.charged_cents',
      'transactions.card_brand',
      'transactions.card_last4',
      'transactions.receipt_email',
      'products.name as product',
      'patient.id as patient_id',
      'patient.username as patient_name',
    ])
    .where('transactions.id', '=', transactionId)
    .executeTakeFirstOrThrow();
}

export async function readPurchase(db: Db, transactionId: number): Promise<z.input<typeof Purchase>> {
  return presentPurchase(await findPurchase(db, transactionId));
}

/** Presents a purchase to its buyer. */
export function presentPurchase(row: PurchaseRow): z.input<typeof Purchase> {
  return {
    transaction_id: row.id,
    invoice_id: row.invoice_id,
    date: row.date.toISOString(),
    product: row.product,
    quantity: row.charged_quantity,
    price: dollarsOf(row.price_cents),
    shipping_fee: dollarsOf(row.shipping_cents),
    harvest_fee: dollarsOf(row.harvest_fee_cents),
    discount: dollarsOf(row.discount_cents),
    total: dollarsOf(row.charged_cents),
    card: row.card_last4 === '' ? null : { card_type: brandIn(row.card_brand), card_number: row.card_last4 },
    receipt_to: row.receipt_email,
    patient: row.patient_id === null ? null : { id: row.patient_id, name: row.patient_name ?? '' },
  };
}

function brandIn(kept: string): CardBrand {
  return cardBrands.find((brand) => brand === kept) ?? 'Card';
}
