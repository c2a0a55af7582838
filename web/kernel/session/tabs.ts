/** What the tabs of a browser report to each other about the session that they share. */
export type TabMessage = 'active' | 'locked' | 'unlocked';

const MESSAGES: readonly unknown[] = ['active', 'locked', 'unlocked'] satisfies TabMessage[];

let channel: BroadcastChannel | null = null;

export function tellOtherTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel?.postMessage(message);
}

/** Returns the function that stops listening. */
export function listenToOtherTabs(listener: (message: TabMessage) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const own = new BroadcastChannel('vialkeep-session');
  own.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data)) listener(data);
  };
  channel = own;
  return () => {
    own.close();
    if (channel === own) channel = null;
  };
}

function isTabMessage(data: unknown): data is TabMessage {
  return MESSAGES.includes(data);
}
