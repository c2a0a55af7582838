import { rangeIn } from '../../ui/form/state/days.ts';

type InAddress = Readonly<Record<string, string | undefined>>;

/** Converts the filters of the address and the typed number to the call's query; empty ones are left out. */
export function journalQuery(filters: InAddress, search: string) {
  const { from, to } = rangeIn(filters.dates);
  const transaction = search.replace(/^#/, '').trim();
  const isNumber = /^[1-9]\d{0,8}$/.test(transaction);
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(filters.domain && { domain_id: filters.domain }),
    ...(filters.account && { account: filters.account }),
    ...(isNumber && { transaction_id: transaction }),
  };
}

/** The part of the query that a trial balance takes. */
export function balanceQuery(filters: InAddress) {
  const { from, to, domain_id } = journalQuery(filters, '');
  return { ...(from && { from }), ...(to && { to }), ...(domain_id && { domain_id }) };
}
