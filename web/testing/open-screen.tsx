import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { readPreferences } from '@vialkeep/contract/preferences.ts';
import { currentSession, type SessionUser } from '@vialkeep/contract/session.ts';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '../kernel/api/query.ts';
import { registerPages } from '../kernel/navigation/page-registry.ts';
import { declareRecordParts } from '../kernel/navigation/record-parts.ts';
import { pageScope } from '../kernel/navigation/unsaved.ts';
import { defaultPreferences, loadPreferences } from '../kernel/preferences.ts';
import { clearSession, openSession } from '../kernel/session/session.ts';
import { ConfirmIdentity } from '../shell/confirm-identity.tsx';
import { LockOverlay } from '../shell/lock-overlay.tsx';
import { NotFoundScreen } from '../shell/not-found.screen.tsx';
import { pages } from '../shell/pages.ts';
import { recordParts } from '../shell/record-parts.ts';
import { notices } from '../ui/feedback/notices.ts';
import { PageBackground } from '../ui/overlays/full-screen-card.tsx';
import { UiProvider } from '../ui/theme/provider.tsx';
import { buildSample } from './build-sample.ts';
import { FakeServer } from './fake-server.ts';

/** The time of every test. */
const NOW = new Date('2026-03-02T09:00:00.000Z');

/** Promises are not timers: answers and loaded modules arrive while the clock stands still. */
const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'Date',
] as const;

/** The server of the running test. */
export let server: FakeServer;

/** The user at the screen: types and clicks without pauses. */
export let user: ReturnType<typeof userEvent.setup>;

export type Visit = {
  /** The page as its capability declares it; an address without a page shows the not-found screen. */
  page: string;
  /** The address of the visit, where the page has parameters or a query. */
  address?: string;
  /** The logged-in user; without it there is no session. */
  as?: SessionUser;
  /** The actions that the server permits to this session. */
  may?: readonly string[];
};

/** Prepares each test of the file: a server, a clock that stands still, an empty browser. */
export function useScreens(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: [...TIMERS] });
    // Testing Library asks for this name before it moves a fake clock.
    vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
    server = new FakeServer();
    server.install();
    user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
    errors = [];
    // Mantine warns where it finds nothing to focus, because nothing here has a size.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation((...said) => {
      // Whether React was told to wait is the matter of `settleScreen`, and no fault of the screen.
      if (!/wrapped in(?:to)? act\(/.test(String(said[0]))) errors.push(said.map(String).join(' '));
    });
  });
  afterEach(async () => {
    cleanup();
    queryClient.clear();
    pageScope.forget();
    notices.leave('page');
    // The next file of the worker shares the module that has them.
    server.answer(readPreferences, defaultPreferences);
    await loadPreferences();
    clearSession();
    localStorage.clear();
    sessionStorage.clear();
    vi.useRealTimers();
    vi.restoreAllMocks();
    expect(server.unannounced, 'calls that the test did not announce').toEqual([]);
    expect(errors, 'errors on the console').toEqual([]);
  });
}

let errors: string[] = [];
let router: { state: { location: { href: string } } } | null = null;

/** Renders the page's screen in the providers of the product, and every other page as an empty one. */
export async function openScreen({ page, address = page, as, may = [] }: Visit): Promise<void> {
  const shown = pages.find(({ path }) => path === page);
  if (as) {
    openSession({ token: 'token', user: as });
    if (!server.isAnnounced(currentSession)) {
      server.answer(currentSession, buildSample(currentSession.answer, { user: as, may: [...may] }));
    }
  }
  registerPages(pages);
  declareRecordParts(recordParts);
  const opened = routerFor(shown && { path: shown.path, Screen: inPlace(await shown.load(), shown.frame) }, address);
  router = opened;
  await act(async () => {
    await opened.load();
  });
  render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <PageBackground value={shown?.background ?? 'purplePink'}>
          <RouterProvider router={opened} />
          <ConfirmIdentity />
        </PageBackground>
        <LockOverlay />
      </QueryClientProvider>
    </UiProvider>,
  );
  await settleScreen();
}

/** Lets everything happen that is due within this time: answers, loaded parts, timers, and what they lead to. */
export async function settleScreen(ms = 0): Promise<void> {
  let changes = 0;
  const observer = new MutationObserver(() => {
    changes += 1;
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  // React renders at the end of each step, and what it renders may call the server or start a timer.
  let quiet = 0;
  for (let left = ms; left > 0 || quiet < QUIET_STEPS; left -= STEP_MS) {
    const before = changes + server.replies;
    await act(async () => {
      await vi.dynamicImportSettled();
      // A timer of 0 ms that another timer starts is due after 1 ms.
      await vi.advanceTimersByTimeAsync(Math.max(1, Math.min(left, STEP_MS)));
    });
    quiet = changes + server.replies === before ? quiet + 1 : 0;
  }
  observer.disconnect();
}

const STEP_MS = 100;
/** An answer takes a step to reach the cache, and another to reach the screen. */
const QUIET_STEPS = 2;

/** The address that the browser would show. */
export function shownAddress(): string {
  return router?.state.location.href ?? '';
}

/** The routes of the portal, with the ids that its own router gives them. */
function routerFor(shown: { path: string; Screen: () => ReactNode } | undefined, address: string) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen });
  const frame = createRoute({ getParentRoute: () => root, id: 'framed', component: Outlet });
  const routeOf = (page: (typeof pages)[number], getParentRoute: () => typeof root | typeof frame) =>
    createRoute({ getParentRoute, path: page.path, component: page.path === shown?.path ? shown.Screen : () => null });
  const of = (kind: 'framed' | 'bare') => pages.filter(({ frame: own }) => own === kind);
  return createRouter({
    routeTree: root.addChildren([
      ...of('bare').map((page) => routeOf(page, () => root)),
      frame.addChildren(of('framed').map((page) => routeOf(page, () => frame))),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    notFoundMode: 'root',
  });
}

/** A screen behind the login is the content of the frame, which holds the page's landmark. */
function inPlace(Screen: ComponentType, frame: 'framed' | 'bare') {
  return () =>
    frame === 'bare' ? (
      <Screen />
    ) : (
      <main>
        <Screen />
      </main>
    );
}
