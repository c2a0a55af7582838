import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { CenterTransaction, ListedTransaction, SalesTransaction } from '@vialkeep/contract/transactions.ts';
import type { z } from 'zod';
import type { NamedPerson, Names, SoldRow } from './transactions.queries.ts';

function presentSale(row: SoldRow) {
  return {
    id: row.id,
    date: row.date.toISOString(),
    quantity: row.quantity,
    amount: dollarsOf(row.amount_cents),
    coupon_code_used: row.coupon_code,
    coupon_code_amount: dollarsOf(row.discount_cents),
  };
}

export function presentListed(row: SoldRow, names: Names): z.input<typeof ListedTransaction> {
  const nameOf = (id: number | null) => person(names, id)?.username ?? '';
  return {
    ...presentSale(row),
    domain: row.domain_name,
    harvest_center: row.center_id,
    hc: clinic(names, row.center_id)?.company ?? '',
    referral_harvest_center: row.referral_center_id,
    rhc: clinic(names, row.referral_center_id)?.company ?? '',
    hc_staff_desc: nameOf(row.staff_id),
    patient: row.patient_id,
    patient_desc: nameOf(row.patient_id),
    sales_rep: row.rep_id,
    sales_rep_desc: nameOf(row.rep_id),
    sales_manager_id: row.manager_id,
    sales_manager_desc: nameOf(row.manager_id),
    sales_distributor_id: row.distributor_id,
    sales_distributor_desc: nameOf(row.distributor_id),
    product: row.product_name,
    commission_paid: row.commission_paid,
    transaction_id: row.gateway_id,
  };
}

type Beside = Pick<z.input<typeof CenterTransaction>, 'patient_documents' | 'fedex_request'>;

export function presentForCenter(row: SoldRow, names: Names, beside: Beside): z.input<typeof CenterTransaction> {
  const patient = person(names, row.patient_id);
  return {
    ...presentSale(row),
    product: [{ name: row.product_name }],
    patient: patient
      ? [{ ...byName(patient), email: patient.email, date_joined: patient.date_joined.toISOString() }]
      : [],
    hc_staff_desc: presentOptionalPerson(person(names, row.staff_id)),
    referral_harvest_center: one(clinic(names, row.referral_center_id)),
    ...beside,
  };
}

export function presentForSales(row: SoldRow, names: Names): z.input<typeof SalesTransaction> {
  const rep = person(names, row.rep_id);
  return {
    ...presentSale(row),
    patient: row.patient_id === null ? [] : [{ id: row.patient_id }],
    harvest_center: one(clinic(names, row.center_id)),
    referral_harvest_center: one(clinic(names, row.referral_center_id)),
    hc_staff_desc: presentOptionalPerson(person(names, row.staff_id)),
    product: [{ name: row.product_name }],
    sales_rep: rep ? [{ ...byName(rep), sales_manager: presentOptionalPerson(person(names, row.manager_id)) }] : [],
  };
}

function person(names: Names, id: number | null): NamedPerson | undefined {
  return id === null ? undefined : names.get(id);
}

function clinic(names: Names, id: number | null) {
  const found = person(names, id);
  return found && { id: found.id, company: found.company || found.username };
}

function byName({ id, first_name, last_name }: NamedPerson) {
  return { id, first_name, last_name };
}

function presentOptionalPerson(found: NamedPerson | undefined) {
  return found ? [byName(found)] : [];
}

function one<T>(found: T | undefined): T[] {
  return found === undefined ? [] : [found];
}
