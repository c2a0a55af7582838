import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { Caller, Input, World } from './world.ts';

/** Compares the actions that answers offer with the results of the calls that perform them. */
export class OfferChecks {
  readonly #world: World;
  /** Each offered action that its call refused, and each hidden one that its call accepted. */
  readonly unconfirmed: string[] = [];
  offered = 0;
  hidden = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Makes the call and compares its result with the offer. */
  async check(
    about: string,
    action: string,
    may: readonly string[],
    [caller, route, input]: [Caller, Route, Input],
  ): Promise<void> {
    const { statusCode } = await this.#world.send(caller, route, input);
    this.compare(about, action, may, statusCode < 400);
  }

  compare(about: string, action: string, may: readonly string[], isAccepted: boolean): void {
    const isOffered = may.includes(action);
    if (isOffered !== isAccepted) this.unconfirmed.push(`${about}: ${action} is ${isOffered ? 'offered' : 'hidden'}`);
    if (isOffered) this.offered += 1;
    else this.hidden += 1;
  }
}
