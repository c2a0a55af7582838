import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { sendError } from './errors.ts';
import { securityHeaders, strictTransportSecurity } from './headers.ts';
import { handleClientError, refuseExpectation } from './no-request.ts';
import { refuse } from './refuse.ts';

const JSON_LIMIT_BYTES = 256 * 1024;

/** A bare server with our answers for everything that can go wrong before a route is reached. */
export async function newServer(settings: Settings): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: { level: settings.logLevel, base: null, redact: { paths: ['req', 'res'], remove: true } },
    // Every line of ours names its request; a logger for each of them would be made in vain.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: JSON_LIMIT_BYTES,
    // Long enough for the largest upload over a slow line.
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // A proxy must not repeat a write by itself, so what reaches a server that stops is still done.
    return503OnClosing: false,
    // Without it, Node looks only every 30 s whether a slow body has overrun its time.
    http: { connectionsCheckingInterval: 2_000, headersTimeout: 8_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, app.log),
  });
  app.server.on('checkExpectation', refuseExpectation);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    if (request.protocol === 'https') reply.headers(strictTransportSecurity);
    done(hasTwoHosts(request.raw.rawHeaders) ? refuse('invalid_input') : undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern and not the address: addresses can carry codes and ids.
    const call = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    app.log.info({ request: request.id, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, app.log));
  // Fastify would take plain text for a body, and a form of another site can send that without asking.
  app.removeContentTypeParser('text/plain');
  return app;
}

/** A proxy in front may pick the other one than we do, and then each takes the request for another site's. */
function hasTwoHosts(names: readonly string[]): boolean {
  let hosts = 0;
  // Names and values in turn.
  for (let at = 0; at < names.length; at += 2) if (names[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}
