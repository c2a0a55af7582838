import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { renewStoredUser } from '../kernel/current-session.ts';
import { declarePages, rememberRedirect } from '../kernel/known-pages.ts';
import type { Page } from '../kernel/page.ts';
import { hasUnreadableUser, storedSession } from '../kernel/session.ts';
import { site } from '../kernel/site.ts';
import { CrashScreen } from '../ui/crash-screen.tsx';
import { PageBackground } from '../ui/full-screen-card.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { sentElsewhere } from './guards.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { NotFoundScreen } from './not-found.screen.tsx';

/** The portal's addresses, made from the lists of its capabilities. */
export function portalRouter(pages: readonly Page[]) {
  declarePages(pages);
  const bare = pages.filter((page) => page.frame === 'bare').map((page) => routeOf(page, () => root));
  const framed = pages.filter((page) => page.frame === 'framed').map((page) => routeOf(page, () => frame));
  const router = createRouter({
    routeTree: root.addChildren([...bare, frame.addChildren(framed)]),
    // New pages begin at the top, Back restores where one was (F008).
    scrollRestoration: true,
    notFoundMode: 'root',
    // The same screen for another id is another page: it begins again and its heading is read out.
    defaultRemountDeps: ({ params }) => params,
    defaultPendingMs: 300,
  });

  router.subscribe('onResolved', () => {
    const title = router.state.matches.at(-1)?.staticData.title;
    document.title = title ? `${title} — ${site.product}` : site.product;
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
  }
}

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
});

const frame = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: fetched(async () => (await import('./framed.tsx')).Framed),
});

function Root() {
  return (
    <>
      <LeaveGuard />
      <ConfirmIdentity />
      <Outlet />
    </>
  );
}

function routeOf(page: Page, getParentRoute: () => typeof root | typeof frame) {
  return createRoute({
    getParentRoute,
    path: page.path,
    staticData: { title: page.title },
    beforeLoad: ({ params, location }) => {
      if (location.pathname === '/') rememberRedirect(location.searchStr);
      return guard(page, params, location.searchStr);
    },
    component: fetched(async () => {
      const Screen = await page.load();
      return page.background ? withBackground(Screen, page.background) : Screen;
    }),
  });
}

async function guard(
  page: Parameters<typeof sentElsewhere>[0],
  params: Record<string, string | undefined>,
  search: string,
) {
  // Where it cannot be renewed the visit goes on as somebody who is not logged in.
  if (page.frame === 'framed' && hasUnreadableUser()) await renewStoredUser().catch(() => {});
  const plan = storedSession()?.user.subscription.id ?? null;
  const elsewhere = sentElsewhere(page, { plan, params, search });
  if (elsewhere) redirect({ to: elsewhere, replace: true, throw: true });
}

function withBackground(Screen: ComponentType, background: NonNullable<Page['background']>) {
  return () => (
    <PageBackground value={background}>
      <Screen />
    </PageBackground>
  );
}

function fetched(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => ({ default: await load() }));
}
