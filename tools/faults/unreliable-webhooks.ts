import { setTimeout as sleep } from 'node:timers/promises';
import { receiveEsignMessage } from '@vialkeep/contract/documents.ts';
import type { BoldsignStandIn } from '../../server/testing/fakes/esign/fake-boldsign.ts';
import type { KillableProduct } from '../harness/killable-product.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';

/** Delivers the provider's webhooks unreliably: some never, some twice, all late and in any order. */
export class UnreliableWebhooks {
  readonly #provider: BoldsignStandIn;
  readonly #product: KillableProduct;
  readonly #dice: SeededRandom;
  readonly #deliveries: Promise<unknown>[] = [];
  #taken = 0;
  #isOver = false;
  readonly #rounds: Promise<void>;

  constructor(provider: BoldsignStandIn, product: KillableProduct, dice: SeededRandom) {
    this.#provider = provider;
    this.#product = product;
    this.#dice = dice;
    this.#rounds = this.#goRounds();
  }

  signed(): number {
    return [...this.#provider.documents.values()].filter(({ status }) => status === 'Completed').length;
  }

  async delivered(): Promise<void> {
    this.#isOver = true;
    await this.#rounds;
    await Promise.all(this.#deliveries);
  }

  async #goRounds(): Promise<void> {
    const { told } = this.#provider.messages;
    while (!this.#isOver || this.#taken < told.length) {
      for (const message of told.slice(this.#taken)) {
        const times = this.#dice.weighted([
          [0, 30],
          [1, 45],
          [2, 25],
        ]);
        for (let n = 0; n < times; n += 1) this.#deliveries.push(this.#deliver(message));
      }
      this.#taken = told.length;
      await sleep(20);
    }
  }

  async #deliver(message: Parameters<BoldsignStandIn['messages']['deliver']>[0]): Promise<void> {
    await sleep(this.#dice.between(0, 3_000));
    // A webhook that the server misses is lost: the provider does not retry it here.
    await this.#provider.messages.deliver(message, `${this.#product.url()}${receiveEsignMessage.path}`).catch(() => 0);
  }
}
