import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process serves. `/readyz`: it can also do its work. */
export function addHealth(app: FastifyInstance, askDatabase: () => Promise<unknown>): void {
  app.get('/healthz', async () => ({ status: 'serving' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      // Migrations ran before this process began to listen; what can go away is the database.
      await askDatabase();
    } catch {
      return reply.code(503).send({ status: 'not ready' });
    }
    return reply.send({ status: 'ready' });
  });
}
