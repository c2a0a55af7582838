import type { ComponentType } from 'react';
import { useUser } from '../../kernel/session.ts';
import { Screen } from '../../ui/screen.tsx';
import { AssociatedCenters } from '../session/associated-centers.tsx';
import { UsersList } from '../users/users-list.tsx';
import { AccountCard } from './account-card.tsx';
import { dashboardTexts } from './dashboard.texts.ts';
import { type Section, sectionsOf } from './sections.ts';

const parts: Record<Section, ComponentType> = {
  users: UsersList,
  centers: AssociatedCenters,
  account: AccountCard,
};

/** Composes what other capabilities offer to the user it is shown for. It owns nothing but the order. */
export function DashboardScreen() {
  const user = useUser();
  return (
    <Screen title={dashboardTexts.greeting(user.first_name || 'User')}>
      {sectionsOf(user.subscription.id).map((section) => {
        const Part = parts[section];
        return <Part key={section} />;
      })}
    </Screen>
  );
}
