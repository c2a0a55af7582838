import { rangeIn } from '../../ui/form/state/days.ts';

type InAddress = Readonly<Record<string, string | undefined>>;

/** Converts the address's filters to the call's query. */
export function queryOf(filters: InAddress, search: string) {
  const { from: date_after, to: date_before } = rangeIn(filters.dates);
  const given = {
    sales_rep_id: filters.rep,
    sales_manager_id: filters.manager,
    sales_distributor_id: filters.distributor,
    harvest_center_id: filters.center,
    referral_harvest_center_id: filters.referral,
    patient_id: filters.patient,
    domain_id: filters.domain,
    product_id: filters.product,
    commission_paid: filters.commission,
    date_after,
    date_before,
    search,
  };
  // Empty filters are omitted, as documented.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
}

/** The fields hold numbers; the address holds text. */
export function fieldValues(filters: InAddress) {
  const id = (written: string | undefined) => (written ? Number(written) : null);
  return {
    rep: id(filters.rep),
    manager: id(filters.manager),
    distributor: id(filters.distributor),
    center: id(filters.center),
    referral: id(filters.referral),
    patient: id(filters.patient),
    domain: id(filters.domain),
    product: id(filters.product),
    commission: filters.commission ?? null,
    dates: rangeIn(filters.dates),
  };
}
