/** The reason why the server cannot start, as a sentence for its operator. Printed without a stack. */
export class StartupProblem extends Error {
  override name = 'StartupProblem';
}
