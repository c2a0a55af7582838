import { z } from 'zod';
import { TOKEN_FRAME_MS, TOKEN_PATIENCE_MS } from '../../../kernel/timings.ts';
import { cardNotAccepted, type TypedCard, tokeniserUnavailable, tooManyTokens } from './typed-card.ts';

const Answered = z.object({ status: z.number(), answer: z.unknown() });
const Made = z.object({ token: z.string() });
const NotAccepted = z.object({
  fields: z.object({ number: z.string(), expires: z.string(), code: z.string(), holder: z.string() }).partial(),
});

/**
 * Gives the card to a hidden frame of the sandbox, which answers with its token. The frame has an origin of its own, as
 * that of a real gateway has: it cannot read this page, and it is gone after one card.
 */
export async function askSandbox(frame: string, card: TypedCard): Promise<string> {
  const { port1: port, port2: theirs } = new MessageChannel();
  const element = document.createElement('iframe');
  element.hidden = true;
  element.title = 'Card payment provider';
  element.src = frame;
  element.setAttribute('sandbox', 'allow-scripts');
  try {
    const ready = nextMessage(port);
    element.addEventListener('load', () => element.contentWindow?.postMessage('tokenise', '*', [theirs]));
    document.body.append(element);
    await withinMs(TOKEN_FRAME_MS, ready);
    const answered = nextMessage(port);
    port.postMessage(card);
    return tokenIn(await withinMs(TOKEN_PATIENCE_MS, answered));
  } finally {
    port.close();
    element.remove();
  }
}

function tokenIn(message: unknown): string {
  const { status, answer } = Answered.safeParse(message).data ?? { status: 0, answer: null };
  const made = Made.safeParse(answer);
  if (status === 200 && made.success) return made.data.token;
  if (status === 429) throw tooManyTokens();
  const refused = NotAccepted.safeParse(answer);
  throw status === 400 && refused.success ? cardNotAccepted(refused.data.fields) : tokeniserUnavailable();
}

function nextMessage(port: MessagePort): Promise<unknown> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
  });
}

/** An error page in the frame never answers. */
async function withinMs<T>(ms: number, awaited: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tokeniserUnavailable()), ms);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
  }
}
