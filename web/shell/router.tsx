import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { linkAtRunTime } from '../kernel/navigation/link-to.ts';
import type { Page } from '../kernel/navigation/page.ts';
import { registerPages, rememberRedirect } from '../kernel/navigation/page-registry.ts';
import { renewStoredUser } from '../kernel/session/current-session.ts';
import { haveRightsChanged, noteRights, rememberWhy } from '../kernel/session/rights.ts';
import { hasUnreadableUser, storedSession, storedToken } from '../kernel/session/session.ts';
import { site } from '../kernel/site.ts';
import { CrashScreen } from '../ui/feedback/crash-screen.tsx';
import { PageBackground } from '../ui/overlays/full-screen-card.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { dependsOnTags, redirectFor } from './guards.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { NotFoundScreen } from './not-found.screen.tsx';

/** The portal's routes, built from the capabilities' lists. */
export function portalRouter(pages: readonly Page[]) {
  registerPages(pages);
  const bare = pages.filter((page) => page.frame === 'bare').map((page) => routeOf(page, () => root));
  const framed = pages.filter((page) => page.frame === 'framed').map((page) => routeOf(page, () => frame));
  const router = createRouter({
    routeTree: root.addChildren([...bare, frame.addChildren(framed)]),
    // New pages start at the top; Back restores the scroll position (F008).
    scrollRestoration: true,
    notFoundMode: 'root',
    // The same screen with another id is another page: it remounts and its heading is announced.
    defaultRemountDeps: ({ params }) => params,
    defaultPendingMs: 300,
  });

  guardAgain = () => void router.invalidate();
  router.subscribe('onResolved', () => {
    const title = router.state.matches.at(-1)?.staticData.title;
    document.title = title ? `${title} — ${site.product}` : site.product;
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof portalRouter>;
  }
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
  component: createLazyComponent(async () => (await import('./framed.tsx')).Framed),
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
    component: createLazyComponent(async () => {
      const Screen = await page.load();
      return page.background ? withBackground(Screen, page.background) : Screen;
    }),
  });
}

async function guard(page: Page, params: Record<string, string | undefined>, search: string) {
  const isFirst = isFirstPage;
  isFirstPage = false;
  if (isFirst) noteRights(storedUser());
  const judge = (may: readonly string[] | null) => {
    const user = storedUser();
    return redirectFor(page, { plan: user?.subscription.id ?? null, tags: user?.tags, may, params, search });
  };
  const isAsked = mustAsk(page) || (isFirst && storedToken() !== null && judge(null) === '/unauthorized');
  const elsewhere = judge(isAsked ? await mayNow(page) : null);
  if (elsewhere === '/unauthorized') rememberWhy(storedUser());
  if (elsewhere) redirect({ ...linkAtRunTime(elsewhere), replace: true, throw: true });
  if (page.frame !== 'framed') return;
  noteRights(storedUser());
  if (isFirst && !isAsked) void judgeAgain();
}

let isFirstPage = true;
let guardAgain: () => void = () => {};

/** Whether the stored user is not enough to decide on access. */
function mustAsk(page: Page): boolean {
  if (page.frame !== 'framed' || storedToken() === null) return false;
  const plan = storedUser()?.subscription.id ?? null;
  return hasUnreadableUser() || page.needsRight !== undefined || dependsOnTags(page, plan);
}

/**
 * The rights from the server, with the stored user refreshed; null if the request fails, and the visit continues with
 * the stored user.
 */
async function mayNow(page: Page): Promise<readonly string[] | null> {
  // Loads the screen in parallel.
  void page.load().catch(() => {});
  const session = await renewStoredUser().catch(() => null);
  // An administrator's rights are not those of the account that they view (S-05).
  return session && session.user.id === storedUser()?.id ? session.may : null;
}

/** The first page opens by the stored user and is checked again when the server has answered. */
async function judgeAgain(): Promise<void> {
  await renewStoredUser().catch(() => null);
  const user = storedUser();
  if (user && haveRightsChanged(user)) guardAgain();
}

function storedUser() {
  return storedSession()?.user ?? null;
}

function withBackground(Screen: ComponentType, background: NonNullable<Page['background']>) {
  return () => (
    <PageBackground value={background}>
      <Screen />
    </PageBackground>
  );
}

function createLazyComponent(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => ({ default: await load() }));
}
