import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { isBusyAnswer } from '../http/admission/send-busy.ts';
import { urgencies } from '../http/admission/waiting-calls.ts';

/** Requests that are no call of the contract, and so have no urgency. */
const NO_URGENCY = 'none';
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);
/** Pages, files of the browser application, and paths that do not exist. */
const OTHER_ROUTES = 'other';

const STATUSES = new Set(
  [200, 204, 206, 301, 302, 303, 304, 307, 308]
    .concat([400, 401, 402, 403, 404, 405, 408, 409, 410, 412, 413, 414, 415, 416, 422, 423, 429])
    .concat([500, 501, 502, 503, 504, 507]),
);

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts every answered request and its duration by the contract's route, and the refusals of a busy server. */
export function recordCalls(app: FastifyInstance, metrics: Registry): void {
  const registers = [metrics];
  const calls = new Counter({
    name: 'vialkeep_calls_total',
    help: 'Answered calls.',
    labelNames: ['route', 'status', 'urgency'],
    registers,
  });
  const durations = new Histogram({
    name: 'vialkeep_call_duration_seconds',
    help: 'Time from the arrival of a call until its answer was sent.',
    labelNames: ['route', 'urgency'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'vialkeep_calls_refused_busy_total',
    help: 'Calls of which nothing was done because the server was too busy.',
    labelNames: ['urgency'],
    registers,
  });
  for (const urgency of urgencies) refused.inc({ urgency }, 0);

  app.addHook('onSend', (request, _reply, payload, done) => {
    if (isBusyAnswer(payload)) refused.inc({ urgency: request.routeOptions.config.urgency ?? NO_URGENCY });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const urgency = config.urgency ?? NO_URGENCY;
    const route = config.call ?? routeWithoutCall(url);
    calls.inc({ route, status: statusLabel(reply.statusCode), urgency });
    durations.observe({ route, urgency }, reply.elapsedTime / 1_000);
    done();
  });
}

function routeWithoutCall(url: string | undefined): string {
  return url !== undefined && HEALTH_CHECKS.has(url) ? `GET ${url}` : OTHER_ROUTES;
}

function statusLabel(status: number): string {
  return STATUSES.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}
