import { useLocation } from '@tanstack/react-router';
import { UserIdInPath } from '@vialkeep/contract/kernel/ids.ts';

/** The lab whose bench the page shows: an administrator names it in the address, a lab is its own. */
export function useBenchLab() {
  const named = UserIdInPath.safeParse(new URLSearchParams(useLocation().searchStr).get('lab') ?? '');
  const id = named.success ? named.data : undefined;
  return {
    isNamed: id !== undefined,
    /** For the body of a call. */
    inBody: id === undefined ? {} : { lab_id: id },
    /** For its query. */
    inQuery: id === undefined ? {} : { lab_id: String(id) },
    /** For a link to another page of the bench. */
    inLink: id === undefined ? {} : { lab: id },
  };
}
