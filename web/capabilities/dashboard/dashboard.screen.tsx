import { Suspense } from 'react';
import { useIsViewingAs } from '../../kernel/acting.ts';
import { useUser } from '../../kernel/session.ts';
import { WaitingState } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import classes from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';
import { parts } from './parts.ts';
import { rowsOf, type Section, sectionsOf } from './sections.ts';

/** Composes what other capabilities offer to the user it is shown for. It owns nothing but the order. */
export function DashboardScreen() {
  const user = useUser();
  const isViewing = useIsViewingAs();
  const { id: plan } = user.subscription;
  const sections = sectionsOf(plan, isViewing, user.tags);
  return (
    <Screen
      title={dashboardTexts.greeting(user.first_name || 'User')}
      status={sections.length < sectionsOf(plan, false, user.tags).length && dashboardTexts.viewing}
    >
      {rowsOf(sections).map((row) =>
        row.length === 1 ? (
          row.map(shown)
        ) : (
          <div key={row.join()} className={classes.row}>
            {row.map(shown)}
          </div>
        ),
      )}
    </Screen>
  );
}

function shown(section: Section) {
  const Part = parts[section];
  return (
    <Suspense key={section} fallback={<WaitingState />}>
      <Part />
    </Suspense>
  );
}
