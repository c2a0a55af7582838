import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import type { Handler, RequestFacts } from './handle.ts';
import { Refusal } from './refuse.ts';

/** Some callers are recorded also where a call is refused before its use case, which records the others itself. */
export async function recordingRefused<T>(
  services: Services,
  { recordRefused }: Handler,
  { request: { params, query }, facts }: { readonly request: FastifyRequest; readonly facts: RequestFacts },
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) await recordRefused?.({ services, request: facts, input: { params, query } });
    throw error;
  }
}
