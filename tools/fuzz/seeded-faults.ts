import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { route } from '@vialkeep/contract/kernel/route.ts';
import { z } from 'zod';
import type { Fault } from './judge.ts';

/** A call with every fault: a run that does not detect them would not detect real ones. */
export const planted: NamedRoute = {
  name: 'planted',
  row: 'planted',
  route: route({
    method: 'POST',
    path: '/api/v1/planted/',
    summary: 'Nothing, badly',
    access: 'public',
    body: z.object({ text: z.string().max(100), count: z.number().int().positive() }),
    answer: z.object({}),
  }),
};

const Sent = z.object({ text: z.unknown().optional(), count: z.unknown().optional() });

export async function startPlanted(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answerBadly(Buffer.concat(chunks).toString(), reply));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerBadly(body: string, reply: ServerResponse): void {
  const fault = faultFor(body);
  const refused = { success: false, code: 'error', reason: 'invalid_input', message: 'No.' };
  const send = (status: number, answer: object | string) =>
    reply
      .writeHead(status, {
        'x-content-type-options': 'nosniff',
        ...(fault === 'header' ? { 'x-injected': 'yes' } : {}),
      })
      .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  if (fault === 'hang') return;
  if (fault === 'failure') send(500, { ...refused, reason: 'unexpected', request_id: 'x' });
  else if (fault === 'detail')
    send(400, { ...refused, message: 'syntax error at or near "x"', fields: { text: 'No.' } });
  else if (fault === 'repeats') send(400, { ...refused, message: body, fields: { text: 'No.' } });
  else if (fault === 'shape') send(400, 'Bad Request');
  else if (fault === 'field') send(400, refused);
  else send(200, {});
}

/** One input triggers each fault; all other input is accepted, which is a fault too. */
function faultFor(body: string): Fault {
  const { text, count } = Sent.safeParse(jsonOf(body)).data ?? {};
  if (typeof text !== 'string') return text === null ? 'field' : 'accepted';
  if (text === '\u0000') return 'failure';
  if (text.includes("' or '")) return 'detail';
  if (text.includes('<script>')) return 'repeats';
  if (text === '\udc00\ud800') return 'hang';
  if (text.includes('X-Injected')) return 'header';
  return count === null ? 'shape' : 'accepted';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
