import type { Urgency } from '@vialkeep/contract/kernel/route.ts';
import type { FastifyInstance } from 'fastify';
import { clientNetworkOf } from '../client-network.ts';
import type { Admission } from './admission.ts';
import { sendBusy } from './send-busy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for the calls of the contract; pages and health checks cost too little to be refused. */
    urgency?: Urgency;
    /** The method and path of a call as the contract writes them. */
    call?: string;
  }
}

/** Refuses a call without a chance of a place before its site, session and body are read. */
export function refuseWhenFull(app: FastifyInstance, admission: Admission): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { urgency } = request.routeOptions.config;
    if (urgency && admission.isFull(urgency, () => clientNetworkOf(request))) sendBusy(reply);
    else done();
  });
}
