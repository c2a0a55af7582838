import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Settings } from '../settings.ts';
import { sendError } from './errors.ts';
import { securityHeaders } from './headers.ts';

const JSON_LIMIT_BYTES = 256 * 1024;

/** A bare server with our answers for everything that can go wrong before a route is reached. */
export async function newServer(settings: Settings): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: { level: settings.logLevel, base: null, redact: { paths: ['req', 'res'], remove: true } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // Without it, Node looks only every 30 s whether a slow body has overrun its time.
    http: { connectionsCheckingInterval: 2_000, headersTimeout: 15_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, app.log),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'x-request-id': request.id });
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern and not the address: addresses can carry codes and ids.
    const call = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    app.log.info({ request: request.id, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, app.log));
  await app.register(multipart);
  return app;
}
