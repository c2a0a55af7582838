import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { commonRefusals, type RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { ConnectionError } from 'fastify';
import { securityHeaders } from './headers.ts';

/** What came is no request, or not all of it came in time: there is nothing to route, but an answer in our shape. */
export function answerNoRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const answer: RefusalAnswer = {
    success: false,
    code: 'error',
    reason: 'invalid_input',
    message: 'The request could not be read.',
  };
  const body = JSON.stringify(answer);
  const status = statusOf(error.code);
  const headers = {
    ...securityHeaders,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

function statusOf(code: string): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : commonRefusals.invalid_input.status;
}
