import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import type { Answered, FuzzRequest } from '../requests/fuzz-request.ts';

/** Answers that are given before a handler reads what the request is about. */
const AT_THE_DOOR = new Set([
  'bench_off',
  'operator_required',
  'lab_required',
  'not_found',
  'not_permitted',
  'not_signed_in',
  'invalid_input',
]);

/** Which calls of the bench have done what they are for, and which have read what the request names. */
export class BenchReach {
  readonly #calls: readonly NamedRoute[];
  readonly #done = new Set<string>();
  /** The last answer of each call that has got no further. */
  readonly #outside = new Map<string, string>();

  constructor(calls: readonly NamedRoute[]) {
    this.#calls = calls;
    for (const { name } of calls) this.#outside.set(name, 'it was not sent');
  }

  add({ call: { name, route }, method, wire }: FuzzRequest, { status, body }: Answered): void {
    if (method !== route.method || wire !== undefined) return;
    if (status < 300) this.#done.add(name);
    const reason = /"reason":"(\w+)"/.exec(body)?.[1] ?? '';
    if (status < 300 || (reason in route.refusals && !AT_THE_DOOR.has(reason))) this.#outside.delete(name);
    else if (this.#outside.has(name)) this.#outside.set(name, `${status} ${reason}`);
  }

  get tale(): string {
    const inside = this.#calls.length - this.#outside.size;
    return `${this.#calls.length}, of which ${this.#done.size} have succeeded and ${inside} have read what is there`;
  }

  get missed(): readonly string[] {
    return [...this.#outside].map(([name, answer]) => `${name} was answered at its door alone: ${answer}`);
  }
}
