import { Connection, requestText } from '../harness/connection.ts';
import { cpuMicrosOf } from './process-figures.ts';

export type Target = { readonly pid: number; readonly port: number; readonly path: string; readonly token?: string };
export type Measured = {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** CPU time of the server process for one response; NaN if the system does not report it. */
  readonly cpuMicros: number;
};

const CONNECTIONS = 8;

/** Keeps several connections busy, each with one request at a time. */
export async function load(target: Target, seconds: number): Promise<Measured> {
  const cpuBefore = cpuMicrosOf(target.pid);
  const started = performance.now();
  const until = started + seconds * 1000;
  const times = (await Promise.all(Array.from({ length: CONNECTIONS }, () => keepBusy(target, until)))).flat();
  const elapsed = (performance.now() - started) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: times.length / elapsed,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    cpuMicros: (cpuMicrosOf(target.pid) - cpuBefore) / times.length,
  };
}

/** Sends requests over one connection until the time is up and returns the response times in milliseconds. */
async function keepBusy({ port, path, token }: Target, until: number): Promise<number[]> {
  const request = requestText('GET', path, token);
  const connection = new Connection(port);
  const times: number[] = [];
  do {
    const { status, ms, body } = await connection.ask(request);
    if (status !== 200) throw new Error(`${path} answered ${status} ${body().slice(0, 300)}`);
    times.push(ms);
  } while (performance.now() < until);
  connection.close();
  return times;
}
