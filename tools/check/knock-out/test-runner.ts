import { resolve } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { rowsNamedIn } from '../features/named-rows.ts';
import type { Check } from './checks-of-row.ts';

const root = resolve(import.meta.dirname, '../../..');

/** How the tests of a check ended that name the row, by their file and full name. */
export type Results = { passed: string[]; notPassed: string[]; brokenFiles: string[] };

/** A test runner that stays open, because its start takes longer than most checks. */
export class TestRunner {
  readonly #vitest: Vitest;

  private constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  static async open(config: string): Promise<TestRunner> {
    const options = { config: resolve(root, config), watch: false, reporters: [{}], retry: 0 };
    const vitest = await createVitest(options);
    await vitest.standalone();
    return new TestRunner(vitest);
  }

  /** Runs the tests of a check that name the row while these files are disabled. */
  async run(row: string, { files, titles }: Check, knockedOut: readonly string[]): Promise<Results> {
    this.#vitest.provide('knockedOut', knockedOut);
    this.#vitest.setGlobalTestNamePattern(titles);
    const all = await this.#vitest.globTestSpecifications(files.map((file) => resolve(root, file)));
    const { testModules } = await this.#vitest.runTestSpecifications(all);
    const ended = testModules.flatMap((module) => endedTests(module, row));
    return {
      passed: ended.filter(({ hasPassed }) => hasPassed).map(({ name }) => name),
      notPassed: ended.filter(({ hasPassed }) => !hasPassed).map(({ name }) => name),
      // Without its imports a file has no tests that could fail.
      brokenFiles: testModules.filter((module) => module.errors().length > 0).map((module) => module.relativeModuleId),
    };
  }

  async close(): Promise<void> {
    await this.#vitest.close();
  }
}

function endedTests(module: TestModule, row: string): { name: string; hasPassed: boolean }[] {
  return [...module.children.allTests()]
    .filter((test) => rowsNamedIn(test.fullName).includes(row))
    .map((test) => ({
      name: `${module.relativeModuleId}: ${test.fullName}`,
      // A test whose preparation fails is skipped, so every result but a pass counts.
      hasPassed: test.result().state === 'passed',
    }));
}
