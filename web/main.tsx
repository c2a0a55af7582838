import './ui/theme/mantine.css';
import './ui/theme/tokens.css';
import './ui/theme/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
// In the file that every page loads, because every page needs the UI code of these two.
// oxlint-disable-next-line import/no-unassigned-import -- only for the file that it is put into
import './capabilities/session/login.screen.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- only for the file that it is put into
import './shell/unauthorized.screen.tsx';
import { queryClient } from './kernel/api/query.ts';
import { declareRecordParts } from './kernel/navigation/record-parts.ts';
import { arrive } from './shell/arrival.ts';
import { LockOverlay } from './shell/lock-overlay.tsx';
import { pages } from './shell/pages.ts';
import { recordParts } from './shell/record-parts.ts';
import { portalRouter } from './shell/router.tsx';
import { CrashBoundary } from './ui/feedback/crash-screen.tsx';
import { UiProvider } from './ui/theme/provider.tsx';

// A top-level await would keep the bundler from merging the small files of lazily loaded screens.
void startPortal();

async function startPortal(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the portal.');
  await arrive();
  declareRecordParts(recordParts);
  const router = portalRouter(pages);

  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <CrashBoundary>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <LockOverlay />
          </QueryClientProvider>
        </CrashBoundary>
      </UiProvider>
    </StrictMode>,
  );
}
