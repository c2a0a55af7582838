import type { Plan } from '@vialkeep/contract/plans.ts';
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
    case 7:
    case 10:
    case 15:
      return null;
    case 1:
      return those('lab', id);
    case 4:
      return those('center', id);
    case 5:
      return those('referral_center', id);
    case 3:
      return ofAccounts(those('rep', id));
    case 11:
      return ofAccounts(those('affiliate', id));
    case 6:
      return ofTeam(those('manager', id));
    case 8: {
      const managers = those('distributor', id);
      return ofTeam(managers).union(ofTeam(those('manager', managers)));
    }
    case 2:
    case 9:
    case 12:
    case 16:
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
