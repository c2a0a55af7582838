import type { RelationKind } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import type { CellLine } from '../../ui/display/cell-lines.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.account;
const none = usersTexts.none;

/** The lines of a user's 'Account Details', by membership (3-administration 2.3). */
export function accountLines(user: ListedUser): CellLine[] {
  return [...sampleLines(user), ...partyLines(user)];
}

function sampleLines({ processing, vials_available, subscription }: ListedUser): CellLine[] {
  if (subscription !== Plan.generalMember)
    return vials_available === null ? [] : [[texts.vialsAvailable, String(vials_available)]];
  return [
    [texts.vialsAvailable, String(vials_available ?? 0)],
    [texts.received, dayOrNone(processing?.date_adipose_received_by_lab)],
    [texts.estimated, dayOrNone(processing?.estimated_date_vials_ready_to_ship)],
    [texts.inSterility, String(processing?.vials_preparation ?? 0)],
    [texts.sterilityStart, dayOrNone(processing?.sterility_start_date)],
    [texts.sterilityEnd, dayOrNone(processing?.sterility_end_date)],
    [texts.sterilityComplete, yesNoOrNone(processing?.sterility_complete)],
  ];
}

/** Shows sellers who are related directly or through a related party; a rep shows all managers (U-36). */
function partyLines(user: ListedUser): CellLine[] {
  const managers = user.subscription === Plan.salesRep ? relatedOf(user, Plan.salesManager) : [];
  return [
    ...buildRelationLine('center', companyOf(user, Plan.harvestCenter) ?? user.hc_desc[0]?.company),
    ...buildRelationLine('referral_center', companyOf(user, Plan.referralCenter) ?? user.rhc_desc[0]?.company),
    ...(user.subscription === Plan.generalMember
      ? [[usersTexts.relation.rep, user.sales_rep?.name ?? none] as const]
      : buildRelationLine('rep', user.sales_rep?.name)),
    ...(managers.length > 0
      ? managers.flatMap((name) => buildRelationLine('manager', name))
      : buildRelationLine('manager', user.sales_manager?.name)),
    ...buildRelationLine('distributor', user.sales_distributor?.name),
    ...buildRelationLine('affiliate', user.sales_affiliate?.name),
  ];
}

function buildRelationLine(kind: RelationKind, value: string | undefined): CellLine[] {
  return value ? [[usersTexts.relation[kind], value]] : [];
}

function companyOf({ related_users }: ListedUser, plan: Plan): string | undefined {
  return related_users.find(({ subscription }) => subscription === plan)?.company;
}

function relatedOf({ related_users }: ListedUser, plan: Plan): string[] {
  return related_users
    .filter(({ subscription }) => subscription === plan)
    .map(({ first_name, last_name }) => `${first_name} ${last_name}`);
}

function dayOrNone(day: string | null | undefined): string {
  return formatDay(day) || none;
}

function yesNoOrNone(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return none;
  return value ? texts.yes : texts.no;
}
