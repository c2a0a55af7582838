import { StartupProblem } from '../kernel/startup-problem.ts';

/** Prints an expected problem as one sentence; in every case a failed command exits with 1. */
export async function inOneSentence(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (problem) {
    console.error(problem instanceof StartupProblem ? problem.message : problem);
    process.exitCode = 1;
  }
}
