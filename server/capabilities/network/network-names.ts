import { type Expression, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { trimmedText } from '../../kernel/db/trimmed-text.ts';

/**
 * Starts a statement about many users: `chosen` are these users, and `network_names` has the names of the clinics, the
 * staff and the sales chain of each. Every part is read once for all users; looking them up user by user takes twice as
 * long. Every part is limited to the chosen users and materialized, so that the planner can follow their number and a
 * wrong estimate does not repeat an aggregate for every user.
 */
export function withNetworkNames(db: Db, chosen: Expression<{ id: number; plan_id: number }>) {
  return db
    .with(
      (cte) => cte('chosen').materialized(),
      () => chosen,
    )
    .with(
      (cte) => cte('clients').materialized(),
      () => clientsOfClinics,
    )
    .with(
      (cte) => cte('chains').materialized(),
      () => chainsOfSellers,
    )
    .with(
      (cte) => cte('staff').materialized(),
      () => staffOfCenters,
    )
    .with(
      (cte) => cte('network_names').materialized(),
      () => namesOfChosen,
    );
}

/**
 * The clinics of each chosen user, and the arguments of `sales_chain`: patients and donors without a sales rep of their
 * own have the chain of their first clinic, which is computed once for all of them (U-36).
 */
const clientsOfClinics = sql<{ id: number; seller_id: number; clinic_id: number | null }>`(
  select id, harvest_centers, referral_centers,
    case when clinic_id is null or has_rep then id else clinic_id end as seller_id,
    case when has_rep then clinic_id end as clinic_id
  from (
    select chosen.id,
      string_agg(clinic.company, '; ' order by relation.id)
        filter (where clinic.plan_id = 4 and clinic.removed_at is null) as harvest_centers,
      string_agg(clinic.company, '; ' order by relation.id)
        filter (where clinic.plan_id = 5 and clinic.removed_at is null) as referral_centers,
      case when chosen.plan_id in (2, 12) then coalesce(
        (array_agg(relation.object_id order by relation.id) filter (where relation.kind = 'center'))[1],
        (array_agg(relation.object_id order by relation.id) filter (where relation.kind = 'referral_center'))[1]
      ) end as clinic_id,
      coalesce(bool_or(relation.kind = 'rep'), false) as has_rep
    from chosen
      left join active_relations relation
        on relation.subject_id = chosen.id and relation.kind in ('center', 'referral_center', 'rep')
      left join users clinic on clinic.id = relation.object_id
    group by chosen.id, chosen.plan_id
  ) client)`;

const chainsOfSellers = sql<{ seller_id: number; rep: string; manager: string; distributor: string }>`(
  select seller.seller_id, rep.username as rep, manager.username as manager, distributor.username as distributor
  from (select seller_id, min(clinic_id) as clinic_id from clients group by seller_id) seller
    cross join lateral sales_chain(seller.seller_id, seller.clinic_id) chain
    left join users rep on rep.id = chain.rep_id
    left join users manager on manager.id = chain.manager_id
    left join users distributor on distributor.id = chain.distributor_id)`;

const staffOfCenters = sql<{ center_id: number; names: string }>`(
  select relation.object_id as center_id,
    string_agg(${trimmedText(sql.ref('person.username'))}, '; ' order by relation.id) as names
  from active_relations relation
    join users person on person.id = relation.subject_id
  where relation.kind = 'center' and person.plan_id = 9 and person.removed_at is null
    and relation.object_id in (select id from chosen where plan_id = 4)
  group by relation.object_id)`;

type NetworkNames = {
  id: number;
  harvest_centers: string | null;
  referral_centers: string | null;
  rep: string | null;
  manager: string | null;
  distributor: string | null;
  staff: string | null;
};

const namesOfChosen = sql<NetworkNames>`(
  select clients.id, clients.harvest_centers, clients.referral_centers, chains.rep, chains.manager, chains.distributor,
    staff.names as staff
  from clients
    left join chains on chains.seller_id = clients.seller_id
    left join staff on staff.center_id = clients.id)`;
