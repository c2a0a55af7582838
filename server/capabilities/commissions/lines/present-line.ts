import { lineWords } from '@vialkeep/contract/commission-words.ts';
import type { CommissionLine, OwnCommissionLine } from '@vialkeep/contract/commissions.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { z } from 'zod';
import type { LineRow } from './lines.queries.ts';

/** A line for administrators. */
export function presentLine(row: LineRow): z.input<typeof CommissionLine> {
  return {
    ...presentFields(row),
    domain_id: row.domain_id,
    site: row.site,
    person: { id: row.person_id, name: row.person_name ?? `#${row.person_id}` },
  };
}

/** A line for its payee, to whom a patient is a number (S-20). */
export function presentOwnLine(row: LineRow): z.input<typeof OwnCommissionLine> {
  return {
    ...presentFields(row),
    patient: row.patient_id === null ? '' : `#${row.patient_id}`,
    may: row.retained || row.dispute?.state === 'open' ? [] : ['ask'],
  };
}

function presentFields(row: LineRow) {
  return {
    id: row.id,
    day: row.day,
    level: row.level,
    kind: row.kind,
    transaction_id: row.transaction_id,
    product: row.product ?? '',
    quantity: row.quantity,
    base: dollarsOf(row.base_cents),
    rate_bp: row.rate_bp,
    piece: row.piece_cents === null ? null : dollarsOf(row.piece_cents),
    amount: dollarsOf(row.cents),
    words: row.reason || (row.words ?? ''),
    arithmetic: lineWords(row),
    state: row.state,
    payable_on: row.payable_on,
    paid_on: row.paid_on,
    payout_id: row.payout_id,
    retained: row.retained,
    dispute: row.dispute && { ...row.dispute, messages: [...row.dispute.messages] },
  };
}
