import { addVialEntry, deleteVialEntry, editVialEntry, readVials } from '@vialkeep/contract/vials.ts';
import type { Failure } from '../../kernel/api/failure.ts';
import { patientRoutes } from '../../kernel/api/patient-routes.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';

type Ends = {
  onDeleted: () => void;
  /** Called when the entry to delete no longer exists. */
  onGone: () => void;
};

/** The commands of an entries table. After each change, all calls that count vials are reloaded. */
export function useEntryCommands({ onDeleted, onGone }: Ends) {
  const notices = useNotices();
  function onRefused(failure: Failure) {
    notices.error(failure.message);
    // Another user changed the stock, so this screen's data is stale.
    if (has(failure, 409) || has(failure, 404)) void refresh([readVials]);
  }

  const add = useCommand(addVialEntry, { refreshes: patientRoutes, onRefused });
  const edit = useCommand(editVialEntry, { refreshes: patientRoutes, onRefused });
  const remove = useCommand(deleteVialEntry, {
    refreshes: patientRoutes,
    onDone: onDeleted,
    onRefused: (failure) => {
      if (!has(failure, 404)) return;
      onGone();
      void refresh(patientRoutes);
    },
  });
  return { add, edit, remove, isBusy: add.busy || edit.busy || remove.busy };
}

function has(failure: Failure, status: number): boolean {
  return 'status' in failure && failure.status === status;
}
