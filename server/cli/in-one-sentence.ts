import { StartupProblem } from '../kernel/startup-problem.ts';

/** A problem that somebody can solve is said in one sentence; either way the command ends with 1. */
export async function inOneSentence(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (problem) {
    console.error(problem instanceof StartupProblem ? problem.message : problem);
    process.exitCode = 1;
  }
}
