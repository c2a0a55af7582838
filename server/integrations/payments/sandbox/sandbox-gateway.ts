import {
  CardHolder,
  CardNumber,
  codeFits,
  codeMessage,
  ExpiryMonth,
  securityCode,
} from '@vialkeep/contract/card-number.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { clientNetworkOf } from '../../../kernel/http/client-network.ts';
import { dataPolicy } from '../../../kernel/http/headers.ts';
import { refuse } from '../../../kernel/http/refuse.ts';
import type { Services } from '../../../kernel/services.ts';
import { CardDetails } from '../../../ports/card-details.ts';
import { FRAME_PATH, framePage, framePolicy, TOKENS_PATH } from './sandbox-frame.ts';
import { sandboxTokens } from './sandbox-tokens.ts';

/** Enough for every normal use, and too few to test stolen card numbers. */
const TOKENS = { bucket: 'sandbox-tokens', most: 60, minutes: 10 };

const TokenRequest = z
  .object({ number: CardNumber, expires: ExpiryMonth, code: securityCode('Code'), holder: CardHolder })
  .check(({ value, issues }) => {
    if (issues.length > 0 || codeFits(value.number, value.code)) return;
    issues.push({ code: 'custom', path: ['code'], message: codeMessage('Code', value.number), input: undefined });
  });

/**
 * The part of the sandbox that browsers reach, as they reach the tokeniser of a real gateway: from any origin and without
 * a session. It is served only where the sandbox is the gateway.
 */
export function addSandboxGateway(app: FastifyInstance, { store, limits }: Pick<Services, 'store' | 'limits'>): void {
  const tokens = sandboxTokens(store);
  void app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers({ 'access-control-allow-origin': '*', 'content-security-policy': dataPolicy });
      done();
    });

    scope.options(TOKENS_PATH, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '600',
        })
        .code(204)
        .send(),
    );

    scope.post(TOKENS_PATH, async (request, reply) => {
      await limits.count(TOKENS, clientNetworkOf(request));
      const { number, code, expires, holder } = parseCard(request.body);
      const card = new CardDetails({ number, code, expires, holder });
      const token = await tokens.make(card);
      return reply.header('cache-control', 'no-store').send({ token, brand: card.brand, last4: card.last4 });
    });
  });

  app.get(FRAME_PATH, async (request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', framePolicy(`${request.protocol}://${request.host}`))
      .header('cache-control', 'no-cache')
      .send(framePage),
  );
}

function parseCard(body: unknown): z.output<typeof TokenRequest> {
  const parsed = TokenRequest.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => [path.join('.') || 'body', message] as const);
  throw refuse('invalid_input', { fields: Object.fromEntries(fields.toReversed()) });
}
