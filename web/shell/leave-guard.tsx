import { useBlocker, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { pageScope, UNSAVED_QUESTION } from '../kernel/navigation/unsaved.ts';
import { texts } from './shell.texts.ts';
import { checkVersion } from './version-check.ts';

// Rarely needed, so it is not part of the first load.
const ConfirmModal = lazy(async () => ({ default: (await import('../ui/overlays/confirm-modal.tsx')).ConfirmModal }));

/** Asks before unsaved input is lost by leaving the page, or by the reload for a new version (V-14). */
export function LeaveGuard() {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => pageScope.hasUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: () => pageScope.hasUnsaved(),
    withResolver: true,
  });
  const [reload, setReload] = useState<{ now: () => void } | null>(null);
  useVersionCheck(setReload);

  return (
    <Suspense>
      {leaving.status === 'blocked' && (
        <ConfirmModal
          opened
          danger
          title={UNSAVED_QUESTION.title}
          confirm={UNSAVED_QUESTION.leave}
          cancel={UNSAVED_QUESTION.stay}
          onConfirm={leaving.proceed}
          onCancel={leaving.reset}
        >
          {UNSAVED_QUESTION.text}
        </ConfirmModal>
      )}
      {reload && (
        <ConfirmModal
          opened
          title={texts.newVersion.title}
          confirm={texts.newVersion.reload}
          cancel={texts.newVersion.later}
          onConfirm={() => {
            pageScope.forget();
            reload.now();
          }}
          onCancel={() => setReload(null)}
        >
          {texts.newVersion.text}
        </ConfirmModal>
      )}
    </Suspense>
  );
}

function useVersionCheck(askFirst: (reload: { now: () => void }) => void): void {
  const router = useRouter();
  useEffect(() => {
    void checkVersion(askFirst);
    return router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) void checkVersion(askFirst);
    });
  }, [router, askFirst]);
}
