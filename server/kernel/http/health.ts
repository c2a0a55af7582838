import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process answers. `/readyz`: it can also reach the database. */
export function addHealth(app: FastifyInstance, askDatabase: () => Promise<unknown>): void {
  app.get('/healthz', async () => ({ status: 'serving' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      // Migrations ran before this process listened; only the database can become unavailable.
      await askDatabase();
    } catch {
      return reply.code(503).send({ status: 'not ready' });
    }
    return reply.send({ status: 'ready' });
  });
}
