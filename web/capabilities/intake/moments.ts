/** The local time of this device as a field of the browser shows it: 2026-11-18T14:20. */
export function formatLocalMoment(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The moment with its zone; the text itself where it is none, which the server refuses at its field. */
export function parseLocalMoment(typed: string): string {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
}
