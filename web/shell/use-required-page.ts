import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { linkTo } from '../kernel/navigation/link-to.ts';
import { hasPage } from '../kernel/navigation/page-registry.ts';
import { refreshSession, useCurrentSession } from '../kernel/session/current-session.ts';
import { requiredPage } from '../kernel/session/required-page.ts';
import { onSetupRequired } from '../kernel/session/setup-required.ts';

/** Every page leads to the one that the user must finish first: a new password, a second factor, a confirmed address. */
export function useRequiredPage(): void {
  const session = useCurrentSession();
  const required = session && requiredPage(session);
  const path = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  useEffect(() => {
    if (required && path !== required && hasPage(required)) void navigate({ ...linkTo(required), replace: true });
  }, [required, path, navigate]);
  // The policy was changed while the page was open.
  useEffect(() => {
    if (!required) return onSetupRequired(() => void refreshSession());
  }, [required]);
}
