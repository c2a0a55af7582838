import { z } from 'zod';

const CHANNEL = 'signing';

const SigningSignal = z.object({
  documentId: z.string().min(1),
  step: z.enum(['finishing', 'done', 'problem', 'declined']),
});

/** The signal of a completion page to the page that opened the document, in a frame or in another tab. */
export type SigningSignal = z.infer<typeof SigningSignal>;

export function broadcastSigning(signal: SigningSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel.postMessage(signal);
  channel.close();
}

/** Only speeds up the screen: the server decides whether a document is signed. */
export function onSigningSignal(listener: (signal: SigningSignal) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ origin, data }: MessageEvent<unknown>) => {
    const signal = SigningSignal.safeParse(data);
    if (origin === location.origin && signal.success) listener(signal.data);
  };
  return () => channel.close();
}
