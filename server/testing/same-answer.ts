import type { LightMyRequestResponse } from 'fastify';

/** Everything of an answer that a caller can see and that does not differ from one request to the next anyway. */
export function visible(response: LightMyRequestResponse): object {
  const { date: _date, 'x-request-id': _id, ...headers } = response.headers;
  return { status: response.statusCode, headers, body: response.body };
}
