/** The day on which the server is, because money is counted by days of UTC. */
export function utcToday(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}
