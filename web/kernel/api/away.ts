/** How many reads wait for a server without its database. */
let waiting = 0;
const listeners = new Set<() => void>();

export function isServerAway(): boolean {
  return waiting > 0;
}

export function onServerAway(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Counts as away until the returned function is called. */
export function startWaiting(): () => void {
  waiting += 1;
  notifyListeners();
  return () => {
    waiting -= 1;
    notifyListeners();
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
