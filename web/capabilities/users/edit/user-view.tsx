import { Plan } from '@vialkeep/contract/plans.ts';
import type { UserDetails } from '@vialkeep/contract/users.ts';
import { UserFacts } from '../../../components/account/user-facts.tsx';
import { formatDay, formatEmail, formatPersonName } from '../../../ui/display/formats.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.view;
const relation = usersTexts.relation;

/** The read-only view of a user (3-administration 2.6). */
export function UserView({ user }: { user: UserDetails }) {
  return <UserFacts membership={user.subscription.name} facts={userFacts(user)} />;
}

function userFacts(user: UserDetails): (readonly [label: string, value: string])[] {
  const name = formatPersonName(user);
  const joined = formatDay(user.date_joined);
  switch (user.subscription.id) {
    case Plan.generalMember:
      return [
        [texts.name, name],
        [texts.phoneNumber, user.phone_number],
        [texts.vialsAvailable, String(user.vials_available ?? 0)],
        [relation.center, centerOf(user, Plan.harvestCenter)],
        [relation.rep, personOf(user.sales_rep)],
        [texts.email, formatEmail(user.email)],
        [texts.joined, joined],
        [texts.vialsShipped, String(user.vials_shipped ?? 0)],
        [relation.referral_center, centerOf(user, Plan.referralCenter)],
      ];
    case Plan.salesRep:
      return [
        [texts.name, name],
        [texts.phone, user.phone_number],
        [relation.manager, personOf(user.sales_manager)],
        [texts.email, formatEmail(user.email)],
        [texts.joined, joined],
      ];
    case Plan.harvestCenter:
      return [
        [texts.doctorName, name],
        [texts.phone, user.phone_number],
        [texts.company, user.company],
        [relation.rep, personOf(user.sales_rep)],
        [texts.email, formatEmail(user.email)],
        [texts.joined, joined],
        [texts.template, user.template_id ?? ''],
      ];
    default:
      return [
        [texts.doctorName, name],
        [texts.phone, user.phone_number],
        [relation.rep, personOf(user.sales_rep)],
        [texts.email, formatEmail(user.email)],
        [texts.company, user.company],
        [texts.joined, joined],
      ];
  }
}

function centerOf({ related_users }: UserDetails, plan: Plan): string {
  const center = related_users.find(({ subscription }) => subscription === plan);
  return center ? `#${center.id} ${center.company}` : '';
}

function personOf(person: { id: number; name: string } | null): string {
  return person ? `#${person.id} ${person.name}` : '';
}
