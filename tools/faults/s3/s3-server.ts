import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running S3 server with one bucket, whose processes can be killed. */
export type S3Server = {
  readonly keys: S3Keys;
  readonly bucket: string;
  readonly port: () => number;
  /** Kills every process of the server without a shutdown. */
  readonly kill: () => Promise<void>;
  /** Starts the server again with the files that it has stored. */
  readonly startAgain: () => Promise<void>;
  /** Makes the store refuse uploads for lack of room, if it can; returns a function that makes room again. */
  readonly fill?: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
};

export type S3Keys = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };

/** What a server does that the protocol leaves open, or does not do although the protocol asks for it. */
export type S3Traits = {
  /** Whether it computes the signature of version 4. Without it any secret is accepted for a known key id. */
  readonly comparesSignatures: boolean;
  /** Whether a file that is being replaced stays whole until the new one is complete. */
  readonly replacesAtomically: boolean;
};

/** Returns the FILES_URL of a bucket that is reached on this port. */
export function buildFilesUrl({ accessKeyId, secretAccessKey, region }: S3Keys, bucket: string, port: number): string {
  const [id, secret] = [encodeURIComponent(accessKeyId), encodeURIComponent(secretAccessKey)];
  return `s3://${id}:${secret}@127.0.0.1:${port}/${bucket}?region=${region}&tls=off`;
}

const TRIES = 600;

/** Waits until an HTTP server on this port answers, with whatever status. */
export async function waitForAnswer(port: number): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    await response?.body?.cancel();
    if (response) return;
    await sleep(100);
  }
  throw new Error(`No server answers on port ${port}.`);
}

/** Kills a process unless it has ended already. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
