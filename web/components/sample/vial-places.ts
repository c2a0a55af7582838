export type Rack = { filled: number; outlined: number; more: number };

/**
 * Divides the rack's places if there are more vials than places: in proportion, with at least one for each kind
 * present.
 */
export function rackSlots(available: number, shipped: number, places: number): Rack {
  const [here, gone] = [Math.max(0, available), Math.max(0, shipped)];
  const total = here + gone;
  if (total <= places) return { filled: here, outlined: gone, more: 0 };
  const share = Math.round((places * here) / total);
  const filled = Math.min(here, Math.max(here > 0 ? 1 : 0, Math.min(share, places - (gone > 0 ? 1 : 0))));
  return { filled, outlined: places - filled, more: total - places };
}
