/** What an answered build version asks for. Each reloads a tab once, so that servers in disagreement make no loop. */
export function compareVersions(
  answered: string,
  { stored, reloadedFor }: { stored: string | null; reloadedFor: readonly string[] },
): 'same' | 'keep' | 'reload' {
  if (answered === stored) return 'same';
  return reloadedFor.includes(answered) ? 'keep' : 'reload';
}
