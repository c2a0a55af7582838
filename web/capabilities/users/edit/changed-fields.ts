import { planNames } from '@vialkeep/contract/plans.ts';
import type { UserDetails } from '@vialkeep/contract/users.ts';
import { processLabels, processTexts } from '../../../components/sample/process-values.ts';
import { formatDay, formatPersonName } from '../../../ui/display/formats.ts';
import type { ChangedField } from '../../../ui/form/layout/changed-meanwhile.tsx';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.details;
const relation = usersTexts.relation;

type Tags = readonly { id: number; name: string }[];

/** The differences between two versions of a user, by the form's labels. */
export function changedFields(before: UserDetails, after: UserDetails, tags: Tags): ChangedField[] {
  const [known, fresh] = [buildUserFields(before, tags), buildUserFields(after, tags)];
  return fresh
    .map(([label, to], at) => ({ label, from: known[at]?.[1] ?? '', to }))
    .filter(({ from, to }) => from !== to);
}

function buildUserFields(user: UserDetails, tags: Tags): (readonly [label: string, value: string])[] {
  const related = (plan: number) =>
    user.related_users
      .filter(({ subscription }) => subscription === plan)
      .map((person) => `#${person.id} ${person.company || formatPersonName(person)}`)
      .join(', ');
  return [
    [texts.email, user.email],
    [texts.membership, planNames[user.subscription.id]],
    [texts.firstName, user.first_name],
    [texts.lastName, user.last_name],
    [texts.phone, user.phone_number],
    [texts.tags, user.tags.map((id) => tags.find((tag) => tag.id === id)?.name ?? `#${id}`).join(', ')],
    [texts.company, user.company],
    [texts.template, user.template_id ?? ''],
    [relation.center, related(4)],
    [relation.referral_center, related(5)],
    [relation.lab, related(1)],
    [relation.rep, related(3)],
    [relation.manager, related(6)],
    [relation.distributor, related(8)],
    [relation.affiliate, related(11)],
    ...processWords(user.processing),
    [texts.line1, user.address1],
    [texts.line2, user.address2],
    [texts.city, user.city],
    [texts.state, user.state_desc],
    [texts.country, user.country_desc],
    [texts.postalCode, user.zip_code],
  ];
}

function processWords(data: UserDetails['processing']): (readonly [label: string, value: string])[] {
  return [
    [processLabels.lab_id, data?.lab_id ?? ''],
    [processLabels.number_times_qc_done, data?.number_times_qc_done ?? ''],
    [processLabels.date_adipose_shipped_to_lab, formatDay(data?.date_adipose_shipped_to_lab)],
    [processLabels.date_adipose_received_by_lab, formatDay(data?.date_adipose_received_by_lab)],
    [processLabels.estimated_date_vials_ready_to_ship, formatDay(data?.estimated_date_vials_ready_to_ship)],
    [processLabels.estimated_date_set_manually, yesOrNo(data?.estimated_date_set_manually)],
    [processLabels.stemcell_plating_initiated_date, formatDay(data?.stemcell_plating_initiated_date)],
    [processLabels.stemcell_plating_successful, choice(data?.stemcell_plating_successful)],
    [processLabels.date_vials_ready_to_ship, formatDay(data?.date_vials_ready_to_ship)],
    [processLabels.vials_preparation, String(data?.vials_preparation ?? '')],
    [processLabels.sterility_start_date, formatDay(data?.sterility_start_date)],
    [processLabels.sterility_complete, yesOrNo(data?.sterility_complete)],
    [processLabels.hla_typing_test, choice(data?.hla_typing_test)],
  ];
}

function choice(value: 1 | 2 | null | undefined): string {
  return value ? yesOrNo(value === 1) : '';
}

function yesOrNo(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  return value ? processTexts.yes : processTexts.no;
}
