import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import { ApiClient, type Input, type Told, type Witness } from '../../harness/api-client.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import { type Kind, toldBy, type WriteLog } from '../write-log.ts';

export type Place = { readonly url: () => string; readonly witness: Witness; readonly deeds: WriteLog };

type Marked = { readonly kind: Kind; readonly mark: string; readonly subject?: number };

/** Somebody at work in the portal, who writes down what they were told. */
export class Person {
  readonly dice: SeededRandom;
  readonly portal: ApiClient;
  readonly deeds: WriteLog;
  readonly place: Place;
  #id = 0;
  #isAnswered = true;

  constructor(email: string | null, dice: SeededRandom, place: Place) {
    this.dice = dice;
    this.place = place;
    this.deeds = place.deeds;
    this.portal = new ApiClient(email, place.url, place.witness);
  }

  /** Their own id; 0 while it could not be asked for. */
  async id(): Promise<number> {
    if (this.#id === 0) this.#id = (await this.read(currentSession))?.user.id ?? 0;
    return this.#id;
  }

  /** What a question was answered; null where it was not. */
  async read<R extends Route>(route: R, input: Input = {}): Promise<z.output<R['answer']> | null> {
    const told = await this.#call(route, input);
    if (told?.status !== 200) return null;
    // @NOTE zod's output of a schema that is only known by its type parameter.
    return route.answer.parse(told.body) as z.output<R['answer']>;
  }

  /** Does it once, and never again: whatever is there afterwards comes from this one call. */
  async do(marked: Marked, route: Route, input: Input, judge = toldBy): Promise<Told | null> {
    const told = await this.#call(route, input);
    this.deeds.write({ subject: null, ...marked, told: judge(told) });
    return told;
  }

  /** Two cores serve everybody and their troubles. Whoever gets no answer tries again later. */
  rest(): Promise<void> {
    return sleep(this.#isAnswered ? this.dice.between(20, 150) : this.dice.between(500, 1_500));
  }

  /** The name of a file is only known once it is kept. */
  uploaded(mark: string): void {
    this.deeds.write({ kind: 'upload', mark, subject: null, told: 'yes' });
  }

  async #call(route: Route, input: Input): Promise<Told | null> {
    const told = await this.portal.call(route, input);
    this.#isAnswered = told !== null;
    return told;
  }
}

/** What somebody does, and how often beside their other things. */
export type PersonaActions = readonly (readonly [act: (person: Person) => Promise<void>, weight: number])[];
