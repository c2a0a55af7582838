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
import { creatablePlans } from '@vialkeep/contract/users.ts';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';

export type CreatablePlan = (typeof creatablePlans)[number];

/** The names of the cards and of the created users. */
export const membershipNames: Record<CreatablePlan, string> = {
  1: 'Lab',
  2: 'Patient/General Member',
  3: 'Sales Rep',
  4: 'Harvest Center',
  5: 'Referral Harvest Center',
  6: 'Sales Manager',
  8: 'Sales Distributor',
  9: 'HC Staff',
  11: 'Sales Affiliate',
};

const icons: Record<CreatablePlan, typeof IconUser> = {
  1: IconMicroscope,
  2: IconUser,
  3: IconBuildingStore,
  4: IconBuildingHospital,
  5: IconStethoscope,
  6: IconHierarchy2,
  8: IconHierarchy3,
  9: IconId,
  11: IconSpeakerphone,
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
