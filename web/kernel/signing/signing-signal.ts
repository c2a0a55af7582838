import { z } from 'zod';

const CHANNEL = 'signing';

const SigningSignal = z.object({
  documentId: z.string().min(1),
  step: z.enum(['finishing', 'done', 'problem', 'declined']),
});

/** What a page at the end of a signature tells whoever had the document opened: in a frame, or in another tab. */
export type SigningSignal = z.infer<typeof SigningSignal>;

export function broadcastSigning(signal: SigningSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel.postMessage(signal);
  channel.close();
}

/** It only makes a screen quicker: whether something is signed is the server's word. */
export function onSigningSignal(listener: (signal: SigningSignal) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ origin, data }: MessageEvent<unknown>) => {
    const signal = SigningSignal.safeParse(data);
    if (origin === location.origin && signal.success) listener(signal.data);
  };
  return () => channel.close();
}
