import { planNames, plans } from '@vialkeep/contract/plans.ts';
import { listMemberships } from '@vialkeep/contract/users.ts';
import { handle } from '../../kernel/http/handle.ts';

export const listMembershipsHandler = handle(listMemberships, async () =>
  plans.map((id) => ({ id, name: planNames[id] })),
);
