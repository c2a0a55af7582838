import {
  IconBuildingHospital,
  IconBuildingStore,
  IconHierarchy2,
  IconHierarchy3,
  IconId,
  IconMicroscope,
  IconSpeakerphone,
  IconStethoscope,
  IconUser,
} from '@tabler/icons-react';
import { Plan } from '@vialkeep/contract/plans.ts';
import { creatablePlans } from '@vialkeep/contract/users.ts';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';

export type CreatablePlan = (typeof creatablePlans)[number];

/** The names of the cards and of the created users. */
export const membershipNames: Record<CreatablePlan, string> = {
  [Plan.lab]: 'Lab',
  [Plan.generalMember]: 'Patient/General Member',
  [Plan.salesRep]: 'Sales Rep',
  [Plan.harvestCenter]: 'Harvest Center',
  [Plan.referralCenter]: 'Referral Harvest Center',
  [Plan.salesManager]: 'Sales Manager',
  [Plan.salesDistributor]: 'Sales Distributor',
  [Plan.staff]: 'HC Staff',
  [Plan.salesAffiliate]: 'Sales Affiliate',
};

const icons: Record<CreatablePlan, typeof IconUser> = {
  [Plan.lab]: IconMicroscope,
  [Plan.generalMember]: IconUser,
  [Plan.salesRep]: IconBuildingStore,
  [Plan.harvestCenter]: IconBuildingHospital,
  [Plan.referralCenter]: IconStethoscope,
  [Plan.salesManager]: IconHierarchy2,
  [Plan.salesDistributor]: IconHierarchy3,
  [Plan.staff]: IconId,
  [Plan.salesAffiliate]: IconSpeakerphone,
};

export function MembershipCards({ onChoose }: { onChoose: (plan: CreatablePlan) => void }) {
  return (
    <ul className={classes.cards} aria-label={usersTexts.create.choose}>
      {creatablePlans.map((plan) => {
        const Icon = icons[plan];
        return (
          <li key={plan}>
            <button type="button" className={classes.card} onClick={() => onChoose(plan)}>
              <Icon size={22} stroke={1.6} aria-hidden className={classes.cardIcon} />
              <span className={classes.cardName}>{membershipNames[plan]}</span>
              <span className={classes.cardWords}>{usersTexts.create.explained[plan]}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
