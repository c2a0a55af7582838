import { createHash } from 'node:crypto';

export const TOKENS_PATH = '/sandbox-gateway/tokens';
export const FRAME_PATH = '/sandbox-gateway/frame';

/**
 * Takes a card from the page that shows the frame, and answers with the sandbox's token. The frame has an origin of its
 * own, so it cannot read the page or its session; it speaks only to a page of the same host.
 */
const SCRIPT = `
addEventListener('message', ({ data, origin, source, ports }) => {
  const [port] = ports;
  if (source !== parent || origin !== location.origin || data !== 'tokenise' || !port) return;
  port.onmessage = async ({ data: card }) => {
    try {
      const response = await fetch('${TOKENS_PATH}', {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(card),
      });
      port.postMessage({ status: response.status, answer: await response.json() });
    } catch {
      port.postMessage({ status: 0, answer: null });
    }
  };
  port.postMessage('ready');
});
`;

export const framePage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card payment provider</title></head>' +
  `<body><script>${SCRIPT}</script></body></html>`;

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** Of a frame without an origin, `'self'` is not this host in every browser, so the address is written out. */
export function framePolicy(site: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${SCRIPT_HASH}'`,
    `connect-src ${site}${TOKENS_PATH}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
  ].join('; ');
}
