import type { Urgency } from '@vialkeep/contract/kernel/route.ts';

export type WaitingCall = {
  readonly network: string;
  readonly urgency: Urgency;
  readonly since: number;
  /** Called once: true when the call has its place, false when it is refused. */
  readonly settle: (isAdmitted: boolean) => void;
};

/** The most urgent first. */
export const urgencies: readonly Urgency[] = ['vital', 'people', 'bulk'];

/** Calls that wait for a place: the more urgent first, and among equals the networks take turns. */
export class WaitingCalls {
  /** The map's order is the order of the networks' turns. */
  readonly #byNetwork: Readonly<Record<Urgency, Map<string, WaitingCall[]>>> = {
    vital: new Map(),
    people: new Map(),
    bulk: new Map(),
  };
  readonly #sizes = { vital: 0, people: 0, bulk: 0 };

  get size(): number {
    return this.#sizes.vital + this.#sizes.people + this.#sizes.bulk;
  }

  /** Whether a call at least as urgent waits. */
  hasAsUrgent(urgency: Urgency): boolean {
    return urgencies.slice(0, urgencies.indexOf(urgency) + 1).some((other) => this.#sizes[other] > 0);
  }

  /** Whether `removeNewest` would remove this call if it were added. */
  isNextToGo({ urgency, network }: Pick<WaitingCall, 'urgency' | 'network'>): boolean {
    if (urgencies.slice(urgencies.indexOf(urgency) + 1).some((other) => this.#sizes[other] > 0)) return false;
    const networks = this.#byNetwork[urgency];
    const mine = (networks.get(network)?.length ?? 0) + 1;
    return [...networks].every(([other, calls]) => other === network || calls.length < mine);
  }

  add(call: WaitingCall): void {
    const networks = this.#byNetwork[call.urgency];
    const calls = networks.get(call.network);
    if (calls) calls.push(call);
    else networks.set(call.network, [call]);
    this.#sizes[call.urgency] += 1;
  }

  /** Removes the next call that may be admitted. A network waits while it is over its share and others wait. */
  next(mayEnter: (call: WaitingCall) => boolean, isOverShare: (network: string) => boolean): WaitingCall | null {
    for (const urgency of urgencies) {
      const networks = this.#byNetwork[urgency];
      const heads = [...networks.values()].flatMap(([first]) => (first && mayEnter(first) ? [first] : []));
      const chosen = heads.find(({ network }) => !isOverShare(network)) ?? heads[0];
      if (!chosen) continue;
      this.#remove(chosen);
      // The network goes to the end of the turns.
      const rest = networks.get(chosen.network);
      if (rest) {
        networks.delete(chosen.network);
        networks.set(chosen.network, rest);
      }
      return chosen;
    }
    return null;
  }

  /** Removes the newest call of the network that has the most calls of the least urgency waiting. */
  removeNewest(): WaitingCall | null {
    for (const urgency of urgencies.toReversed()) {
      let longest: readonly WaitingCall[] = [];
      for (const calls of this.#byNetwork[urgency].values()) if (calls.length > longest.length) longest = calls;
      const newest = longest.at(-1);
      if (!newest) continue;
      this.#remove(newest);
      return newest;
    }
    return null;
  }

  /** Removes every call that has waited since before this time. */
  removeOlder(than: number): WaitingCall[] {
    const old: WaitingCall[] = [];
    for (const urgency of urgencies) {
      for (const calls of this.#byNetwork[urgency].values()) {
        for (const call of calls) if (call.since < than) old.push(call);
      }
    }
    for (const call of old) this.#remove(call);
    return old;
  }

  #remove(call: WaitingCall): void {
    const networks = this.#byNetwork[call.urgency];
    const calls = networks.get(call.network) ?? [];
    const at = calls.indexOf(call);
    if (at < 0) return;
    calls.splice(at, 1);
    if (calls.length === 0) networks.delete(call.network);
    this.#sizes[call.urgency] -= 1;
  }
}
