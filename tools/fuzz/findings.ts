import { type Fault, faults } from './judge.ts';
import type { Answered, FuzzRequest, Unanswered } from './requests/fuzz-request.ts';

/** Counts the findings; equal ones of the same call are one. */
export class Findings {
  readonly #times = new Map<string, number>();
  readonly #plantedFound = new Set<Fault>();

  /** Prints a finding when it first occurs, so that it can be examined before a long run ends. */
  add(shot: FuzzRequest, found: readonly Fault[], answer: Answered | Unanswered): void {
    for (const fault of found) {
      if (shot.call.name === 'planted') {
        this.#plantedFound.add(fault);
        continue;
      }
      const status = typeof answer === 'string' ? answer : answer.status;
      const key = `${fault} ${shot.call.name} ${status} ${shot.what.split(':', 1)[0]}`;
      const times = (this.#times.get(key) ?? 0) + 1;
      this.#times.set(key, times);
      if (times > 1) continue;
      const body = typeof answer === 'string' ? '' : answer.body.slice(0, 240);
      console.log(`  ${shot.call.name} ${faults[fault]}: ${shot.what}\n    ${shot.caller} ${status} ${body}`);
    }
  }

  countOf(fault: Fault): number {
    return [...this.#times].filter(([key]) => key.startsWith(`${fault} `)).reduce((sum, [, times]) => sum + times, 0);
  }

  /** The seeded faults that the run did not detect. */
  get overlooked(): readonly Fault[] {
    // @NOTE the keys of this record are its type's own.
    return (Object.keys(faults) as Fault[]).filter((fault) => !this.#plantedFound.has(fault));
  }
}
