import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import { ApiClient, type Input, type Told, type Witness } from '../../harness/api-client.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import { type Kind, toldBy, type WriteLog } from '../write-log.ts';

export type PersonaSetting = { readonly url: () => string; readonly witness: Witness; readonly deeds: WriteLog };

type Marked = { readonly kind: Kind; readonly mark: string; readonly subject?: number };

/** A simulated user of the portal who records the outcome of each write. */
export class Person {
  readonly dice: SeededRandom;
  readonly portal: ApiClient;
  readonly deeds: WriteLog;
  readonly place: PersonaSetting;
  #id = 0;
  #isAnswered = true;

  constructor(email: string | null, dice: SeededRandom, place: PersonaSetting) {
    this.dice = dice;
    this.place = place;
    this.deeds = place.deeds;
    this.portal = new ApiClient(email, place.url, place.witness);
  }

  /** The user's own id; 0 until the server has answered. */
  async id(): Promise<number> {
    if (this.#id === 0) this.#id = (await this.read(currentSession))?.user.id ?? 0;
    return this.#id;
  }

  /** Returns the answer of a read; null if it failed. */
  async read<R extends Route>(route: R, input: Input = {}): Promise<z.output<R['answer']> | null> {
    const told = await this.#call(route, input);
    if (told?.status !== 200) return null;
    // @NOTE zod's output of a schema that is only known by its type parameter.
    return route.answer.parse(told.body) as z.output<R['answer']>;
  }

  /** Sends the call once and never repeats it, so that all its effects come from this one call. */
  async do(marked: Marked, route: Route, input: Input, judge = toldBy): Promise<Told | null> {
    const told = await this.#call(route, input);
    this.deeds.write({ subject: null, ...marked, told: judge(told) });
    return told;
  }

  /**
   * A user without an answer waits longer before the next call, because two cores serve all personas and the faults.
   */
  rest(): Promise<void> {
    return sleep(this.#isAnswered ? this.dice.between(20, 150) : this.dice.between(500, 1_500));
  }

  /** Records an upload after its answer, because the server chooses the file name. */
  uploaded(mark: string): void {
    this.deeds.write({ kind: 'upload', mark, subject: null, told: 'yes' });
  }

  async #call(route: Route, input: Input): Promise<Told | null> {
    const told = await this.portal.call(route, input);
    this.#isAnswered = told !== null;
    return told;
  }
}

/** The actions of a persona with their weights. */
export type PersonaActions = readonly (readonly [act: (person: Person) => Promise<void>, weight: number])[];
