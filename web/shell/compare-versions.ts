/**
 * Decides what a new build version requires. A tab reloads once per version, so that servers of different versions
 * cause no loop.
 */
export function compareVersions(
  answered: string,
  { stored, reloadedFor }: { stored: string | null; reloadedFor: readonly string[] },
): 'same' | 'keep' | 'reload' {
  if (answered === stored) return 'same';
  return reloadedFor.includes(answered) ? 'keep' : 'reload';
}
