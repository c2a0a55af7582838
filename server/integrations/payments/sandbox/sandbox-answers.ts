import type { ChargeOutcome, TransactionDetails } from '../../../ports/payments.ts';
import { type ChargeRow, knownBrand } from './sandbox-rows.ts';

export function presentOutcome({ id, state, brand, last4, auth_code }: ChargeRow): ChargeOutcome {
  const taken = { transactionId: String(id), brand: knownBrand(brand), last4 };
  if (state === 'approved') return { ...taken, state, authCode: auth_code };
  if (state === 'held' || state === 'voided') return { ...taken, state };
  return { state: 'declined', transactionId: taken.transactionId, message: 'This transaction has been declined.' };
}

export function detailsOf(row: ChargeRow): TransactionDetails {
  return {
    transactionId: String(row.id),
    facts: {
      transaction_id: String(row.id),
      gateway: 'sandbox',
      status: row.state,
      reference: row.reference,
      amount: (row.amount_cents / 100).toFixed(2),
      invoice_number: row.invoice_number,
      description: row.description,
      customer_id: row.customer,
      auth_code: row.auth_code,
      card: `${row.brand} XXXX${row.last4}`,
      submitted_at: row.created_at.toISOString(),
    },
  };
}
