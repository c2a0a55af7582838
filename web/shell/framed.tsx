import { useComputedColorScheme } from '@mantine/core';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { useEffect, useRef, useState } from 'react';
import { GraceStrip } from '../capabilities/identity/grace-strip.tsx';
import { HoldStrip } from '../capabilities/identity/hold-strip.tsx';
import { SuggestedResources } from '../capabilities/resources/suggested-resources.tsx';
import { AgreementGate } from '../capabilities/session/agreement-gate.tsx';
import { VisitNote } from '../capabilities/session/visit-note.tsx';
import * as addresses from '../kernel/navigation/addresses.ts';
import { linkTo } from '../kernel/navigation/link-to.ts';
import { hasPage } from '../kernel/navigation/page-registry.ts';
import { changePreferences, loadPreferences } from '../kernel/preferences.ts';
import { useActing, useExpectedActing } from '../kernel/session/acting.ts';
import { useCurrentSession } from '../kernel/session/current-session.ts';
import { displayedUser } from '../kernel/session/displayed-user.ts';
import { hideNames, useNamesHidden } from '../kernel/session/hidden-names.ts';
import { logOut } from '../kernel/session/log-out.ts';
import { onRightsChanged, RIGHTS_CHANGED } from '../kernel/session/rights.ts';
import { useSession } from '../kernel/session/session.ts';
import { notices } from '../ui/feedback/notices.ts';
import { OfflineStrip } from '../ui/feedback/offline-strip.tsx';
import { RecentMessages } from '../ui/feedback/recent-messages.tsx';
import { ActingStrip } from '../ui/layout/acting-strip.tsx';
import { AppFrame } from '../ui/layout/app-frame.tsx';
import { SideMenu } from '../ui/navigation/side-menu.tsx';
import { UserMenu } from '../ui/navigation/user-menu.tsx';
import { KeyboardHelp } from '../ui/overlays/keyboard-help.tsx';
import { TopSearch } from '../ui/search/top-search.tsx';
import { menuFor } from './menu.ts';
import { withIcons } from './menu-icons.ts';
import { searchLabel, searchSources } from './search-sources.ts';
import { texts } from './shell.texts.ts';
import { shortcutsFor, useShortcuts } from './shortcuts.ts';
import { useIdleLock } from './use-idle-lock.ts';
import { useRequiredPage } from './use-required-page.ts';

/** The part of the portal that requires a login, made in this tab or another. */
export function Framed() {
  const session = useSession();
  const navigate = useNavigate();
  const before = useRef(session?.user.id);
  useEffect(() => {
    if (!session) void navigate({ ...linkTo(addresses.login), replace: true });
    else if (before.current !== session.user.id) {
      notices.show('page', { tone: 'info', text: texts.changedUser(displayedUser(session.user).name) });
    }
    before.current = session?.user.id;
  }, [session, navigate]);

  // A new key remounts the screens when another tab changes the session's user.
  return session && <Frame key={`${session.token} ${session.user.id}`} user={session.user} />;
}

function Frame({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const [messagesOpen, setMessagesOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const dark = useComputedColorScheme('light') === 'dark';
  const setDark = (wanted: boolean) => savePreference({ colour_scheme: wanted ? 'dark' : 'light' });
  const showHelp = () => setHelpOpen(true);
  const may = useCurrentSession()?.may ?? [];
  const menu = menuFor(user, hasPage, may);
  const sources = searchSources({ menu, may, dark, setDark, showHelp });

  useOwnPreferences();
  useRequiredPage();
  useIdleLock();
  useRightsChanged();
  useShortcuts({ menu, goTo: (path) => void navigate(linkTo(path)), showHelp });

  return (
    <AppFrame
      strips={
        <>
          <ActingStrip acting={useActing()} expected={useExpectedActing()} />
          <HoldStrip />
          <GraceStrip />
          <OfflineStrip />
        </>
      }
      search={<TopSearch sources={sources} label={searchLabel(sources)} />}
      tools={
        <>
          <RecentMessages
            opened={messagesOpen}
            onOpen={() => setMessagesOpen(true)}
            onClose={() => setMessagesOpen(false)}
          />
          <UserMenu
            memberId={user.id}
            plan={user.subscription.name}
            {...displayedUser(user)}
            dark={dark}
            onDark={setDark}
            names={namesFor(user, useNamesHidden())}
            onMessages={() => setMessagesOpen(true)}
            onShortcuts={showHelp}
            onLogOut={logOut}
          />
        </>
      }
      menu={<SideMenu items={withIcons(menu)} onLogOut={logOut} />}
      help={<SuggestedResources />}
    >
      <VisitNote />
      <Outlet />
      <AgreementGate />
      <KeyboardHelp opened={helpOpen} shortcuts={shortcutsFor(menu)} onClose={() => setHelpOpen(false)} />
    </AppFrame>
  );
}

// While the account's preferences cannot be loaded, the browser's copy is used.
function useOwnPreferences(): void {
  useEffect(() => void loadPreferences().catch(() => {}), []);
}

/** Shows that a right was removed while the page was open, in addition to the page's own error. */
function useRightsChanged(): void {
  useEffect(() => onRightsChanged(() => notices.show('page', { tone: 'error', text: RIGHTS_CHANGED })), []);
}

const sharesScreens: readonly Plan[] = [Plan.lab, Plan.harvestCenter, Plan.referralCenter, Plan.staff];

/** Centers and labs use the screens where other people can see them. */
function namesFor(user: SessionUser, hidden: boolean) {
  return sharesScreens.includes(user.subscription.id) ? { hidden, onHide: hideNames } : undefined;
}

function savePreference(changes: Parameters<typeof changePreferences>[0]): void {
  // Already applied and stored in this browser; a failed save to the account is not reported.
  changePreferences(changes).catch(() => {});
}
