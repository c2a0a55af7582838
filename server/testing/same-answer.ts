import type { LightMyRequestResponse } from 'fastify';

/** The visible parts of an answer that do not differ between requests anyway. */
export function visible(response: LightMyRequestResponse): { status: number; headers: object; body: string } {
  const { date: _date, 'x-request-id': _id, ...headers } = response.headers;
  return { status: response.statusCode, headers, body: response.body };
}
