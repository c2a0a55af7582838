import { Plan } from '@vialkeep/contract/plans.ts';
import { expressionBuilder } from 'kysely';
import type { RelationKind, DB as Tables } from '../../kernel/db/tables.generated.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { subjectsOf } from '../network/index.ts';

type People = ReturnType<typeof subjectsOf>;

const eb = expressionBuilder<Tables, 'users'>();

/**
 * The ids of the users who may be patients of this account, found from the relations; users without a current record
 * drop out later. `visibleTo` selects the same patients from the users' side, which would scan every user. Null for
 * callers who see a whole site.
 */
export function patientScope({ id, plan }: { id: number; plan: Plan }): People | null {
  switch (plan) {
    case Plan.admin:
    case Plan.superAdmin:
    case Plan.patientsList:
      return null;
    case Plan.lab:
      return those('lab', id);
    case Plan.harvestCenter:
      return those('center', id);
    case Plan.referralCenter:
      return those('referral_center', id);
    case Plan.salesRep:
      return ofAccounts(those('rep', id));
    case Plan.salesAffiliate:
      return ofAccounts(those('affiliate', id));
    case Plan.salesManager:
      return ofTeam(those('manager', id));
    case Plan.salesDistributor: {
      const managers = those('distributor', id);
      return ofTeam(managers).union(ofTeam(those('manager', managers)));
    }
    case Plan.generalMember:
    case Plan.staff:
    case Plan.donor:
    case Plan.buyer:
      throw refuse('not_permitted');
  }
}

const those = (kind: RelationKind, objects: number | People) => subjectsOf(eb, kind, objects);

/** The accounts that a user sells to, and the patients of the clinics among them. */
function ofAccounts(accounts: People): People {
  return accounts.union(those('center', accounts)).union(those('referral_center', accounts));
}

/** The clients of a user's reps and accounts. */
function ofTeam(members: People): People {
  return ofAccounts(members).union(ofAccounts(those('rep', members)));
}
