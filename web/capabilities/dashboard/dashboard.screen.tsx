import { ordersOwnVials } from '@vialkeep/contract/plans.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { Suspense } from 'react';
import { useActing, useIsViewingAs } from '../../kernel/session/acting.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';
import { parts } from './parts.ts';
import { rowsOf, type Section, sectionsOf } from './sections.ts';

/** Composes the sections that other capabilities provide; this screen defines only their order. */
export function DashboardScreen() {
  const user = useUser();
  const isViewing = useIsViewingAs();
  const { id: plan } = user.subscription;
  const ordersVials = useOrdersVials(user);
  const sections = sectionsOf(plan, isViewing, ordersVials);
  return (
    <Screen
      title={dashboardTexts.greeting(user.first_name || 'User')}
      status={sections.length < sectionsOf(plan, false, ordersVials).length && dashboardTexts.viewing}
    >
      {rowsOf(sections).map((row) =>
        row.length === 1 ? (
          row.map(renderSection)
        ) : (
          <div key={row.join()} className={classes.row}>
            {row.map(renderSection)}
          </div>
        ),
      )}
    </Screen>
  );
}

/**
 * The server decides. The stored tags count until it answers, and in an acting session, in which the administrator
 * cannot order and the card says so.
 */
function useOrdersVials({ subscription, tags }: SessionUser): boolean {
  const session = useCurrentSession();
  const acting = useActing();
  const isVisited = acting?.kind === 'login_as' || acting?.kind === 'viewing_as';
  if (session && !isVisited) return session.may.includes('checkout.buy_own_vials');
  return ordersOwnVials({ plan: subscription.id, tags });
}

function renderSection(section: Section) {
  const { Part } = parts[section];
  return (
    <Suspense key={section} fallback={<WaitingState />}>
      <Part />
    </Suspense>
  );
}
