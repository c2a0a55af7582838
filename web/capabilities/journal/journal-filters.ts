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
    ...(filters.kind && { kind: filters.kind }),
    ...(isNumber && { transaction_id: transaction }),
  };
}

/** The part of the query that a trial balance takes. */
export function balanceQuery(filters: InAddress) {
  const { from, to, domain_id } = journalQuery(filters, '');
  return { ...(from && { from }), ...(to && { to }), ...(domain_id && { domain_id }) };
}

type Site = { readonly value: number; readonly label: string };

/** Names the file of a trial balance by its site and its days. */
export function balanceFileName({ from, to, domain_id }: ReturnType<typeof balanceQuery>, sites: readonly Site[]) {
  const site = sites.length === 1 ? sites[0] : sites.find(({ value }) => String(value) === domain_id);
  const siteName = site?.label ?? (domain_id ? `site ${domain_id}` : 'all sites');
  const days = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') || 'all days';
  return `${['trial balance', siteName, days].join(' ').replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
}
