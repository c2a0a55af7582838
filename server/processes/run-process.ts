import { StartupProblem } from '../kernel/startup-problem.ts';

/** Close functions of everything opened so far, called in reverse order by a signal or after a failed start. */
export type CloseStack = (() => Promise<void>)[];

export type RunningProcess = {
  readonly opened: CloseStack;
  /** Closes everything and ends the process, once. */
  readonly stop: (exitCode: number) => Promise<void>;
};

/** Starts a process that closes what it opened before it ends. `report` receives why a start failed. */
export function runProcess(
  start: (running: RunningProcess) => Promise<void>,
  report: (sentence: string) => void = console.error,
): RunningProcess {
  const opened: CloseStack = [];
  let stopping = false;

  async function stop(exitCode: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    let code = exitCode;
    try {
      for (let close = opened.pop(); close; close = opened.pop()) await close();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      code = 1;
    }
    process.exit(code);
  }

  const running = { opened, stop };
  start(running).catch((problem: unknown) => {
    // An expected problem is printed as one sentence; any other error is a bug and needs its stack.
    if (problem instanceof StartupProblem) report(problem.message);
    else console.error(problem);
    void stop(1);
  });
  return running;
}
