import type { CenterName } from '@vialkeep/contract/centers.ts';

export type LinkState = 'linked' | 'added' | 'ended' | 'approved' | 'refused';

export type PlannedLink = CenterName & { state: LinkState };

type Planned = {
  linked: readonly CenterName[];
  /** Asked for, and not granted yet. */
  pending: readonly CenterName[];
  /** What would be saved. */
  chosen: readonly CenterName[];
};

/** What saving would do to each link: those there are first, then those that would be new. */
export function plannedLinks({ linked, pending, chosen }: Planned): PlannedLink[] {
  const isChosen = ({ id }: CenterName) => chosen.some((center) => center.id === id);
  const isKnown = ({ id }: CenterName) => [...linked, ...pending].some((center) => center.id === id);
  return [
    ...linked.map((center) => ({ ...center, state: isChosen(center) ? ('linked' as const) : ('ended' as const) })),
    ...pending.map((center) => ({ ...center, state: isChosen(center) ? ('approved' as const) : ('refused' as const) })),
    ...chosen.filter((center) => !isKnown(center)).map((center) => ({ ...center, state: 'added' as const })),
  ];
}
