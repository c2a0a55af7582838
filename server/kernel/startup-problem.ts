/** Why the server cannot start, in a sentence for the person who started it. Printed without a stack. */
export class StartupProblem extends Error {
  override name = 'StartupProblem';
}
