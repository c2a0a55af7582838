import type { CenterName } from '@vialkeep/contract/centers.ts';

export type LinkState = 'linked' | 'added' | 'ended' | 'approved' | 'refused';

export type PlannedLink = CenterName & { state: LinkState };

type Planned = {
  linked: readonly CenterName[];
  /** Requested, and not approved yet. */
  pending: readonly CenterName[];
  /** The selection to save. */
  chosen: readonly CenterName[];
};

/** What saving does to each link: existing links first, then new ones. */
export function plannedLinks({ linked, pending, chosen }: Planned): PlannedLink[] {
  const isChosen = ({ id }: CenterName) => chosen.some((center) => center.id === id);
  const isKnown = ({ id }: CenterName) => [...linked, ...pending].some((center) => center.id === id);
  return [
    ...linked.map((center) => ({ ...center, state: isChosen(center) ? ('linked' as const) : ('ended' as const) })),
    ...pending.map((center) => ({ ...center, state: isChosen(center) ? ('approved' as const) : ('refused' as const) })),
    ...chosen.filter((center) => !isKnown(center)).map((center) => ({ ...center, state: 'added' as const })),
  ];
}
