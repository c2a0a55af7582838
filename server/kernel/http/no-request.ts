import type { RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { FastifyServerOptions } from 'fastify';
import { securityHeaders } from './headers.ts';

const answer: RefusalAnswer = {
  success: false,
  code: 'error',
  reason: 'invalid_input',
  message: 'The request could not be read.',
};
const body = JSON.stringify(answer);
const headers = {
  ...securityHeaders,
  connection: 'close',
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
};

type Answering = NonNullable<FastifyServerOptions['clientErrorHandler']>;

/** Answers a malformed or incomplete request, which has no route, in the API's shape. */
export const handleClientError: Answering = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${statusOf(error.code)}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
};

type Refusing = { writeHead(status: number, headers: object): { end(body: string): unknown } };

/** Answers an unsupported `Expect` header in the API's shape; Node would send a bare status. */
export function refuseExpectation(_request: unknown, response: Refusing): void {
  response.writeHead(417, headers).end(body);
}

function statusOf(code: string): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
}
