/** Long lists of the bench are counted up to here; there may then be more. */
export const MOST_LISTED = 5_000;
