/** The counts of vials at the bench, of a patient whose lab has switched the bench off. */
export const NONE_AT_BENCH = { vials_quarantined: 0, vials_discarded: 0, vials_reserved: 0 };
