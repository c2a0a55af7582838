import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { sendError } from './errors.ts';
import { securityHeaders, strictTransportSecurity } from './headers.ts';
import { logOutput } from './log-output.ts';
import { handleClientError, refuseExpectation } from './no-request.ts';
import { refuse } from './refuse.ts';
import { closeSilentConnections } from './silent-connections.ts';

const JSON_LIMIT_BYTES = 256 * 1024;

/** A server without routes that answers in the API's shape to every error before routing. */
export async function newServer(settings: Settings): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: {
      level: settings.logLevel,
      base: null,
      redact: { paths: ['req', 'res'], remove: true },
      stream: logOutput(settings.logBufferMs),
    },
    // Log lines name their request themselves, so no logger is created per request.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: JSON_LIMIT_BYTES,
    // Long enough for the largest upload over a slow connection.
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // A proxy must not retry a write, so a stopping server still completes the requests that it receives.
    return503OnClosing: false,
    // By default Node checks only every 30 s whether a slow body has exceeded its timeout.
    http: { connectionsCheckingInterval: 2_000, headersTimeout: 8_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, app.log),
  });
  app.server.on('checkExpectation', refuseExpectation);
  closeSilentConnections(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    if (request.protocol === 'https') reply.headers(strictTransportSecurity);
    done(hasTwoHosts(request.raw.rawHeaders) ? refuse('invalid_input') : undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern instead of the address: addresses can contain codes and ids.
    const call = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    app.log.info({ request: request.id, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, app.log));
  // Fastify accepts plain text by default, and a form of another site can send that without a preflight.
  app.removeContentTypeParser('text/plain');
  return app;
}

/** A proxy may use the other Host, and then attribute the request to another site than the server. */
function hasTwoHosts(names: readonly string[]): boolean {
  let hosts = 0;
  // Names and values alternate.
  for (let at = 0; at < names.length; at += 2) if (names[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}
