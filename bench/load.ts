import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';

export type Target = { readonly pid: number; readonly port: number; readonly path: string; readonly token?: string };
export type Measured = {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** What one answer cost the process that gave it; not a number where the system does not tell. */
  readonly cpuMicros: number;
};

const CONNECTIONS = 8;
const HEAD_END = '\r\n\r\n';

/**
 * Keeps a few connections busy, each with one request at a time. Written on bare sockets because the machine is shared
 * with what is measured: every microsecond spent here would flatter the slower side.
 */
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

/** One connection until the time is up: how long each answer took, in milliseconds. */
function keepBusy(target: Target, until: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const request = requestFor(target);
    const times: number[] = [];
    const socket = connect({ port: target.port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let received: Buffer = Buffer.alloc(0);
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const size = sizeOfAnswer(received);
      if (size === null || received.length < size) return;
      if (!received.subarray(9, 12).equals(OK)) {
        socket.destroy();
        reject(new Error(`${target.path} answered ${received.subarray(0, 300).toString('latin1')}`));
        return;
      }
      received = Buffer.alloc(0);
      const now = performance.now();
      times.push(now - sentAt);
      if (now < until) return send();
      socket.end();
      resolve(times);
    });
  });
}

const OK = Buffer.from('200');

function requestFor({ path, token }: Target): string {
  const authorization = token === undefined ? '' : `authorization: token ${token}\r\n`;
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n${authorization}\r\n`;
}

/** Head and body together, or null while the head is not complete. */
function sizeOfAnswer(received: Buffer): number | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1];
  if (length === undefined) throw new Error('An answer without a content-length cannot be measured.');
  return headEnd + HEAD_END.length + Number(length);
}

/** Linux tells the nanoseconds each thread of a process has run. */
function cpuMicrosOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanos = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return nanos.reduce((sum, own) => sum + Number(own), 0) / 1000;
  } catch {
    return Number.NaN;
  }
}
