import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeSilentConnections, MOST_SILENT } from './silent-connections.ts';

const server = createServer((_request, response) => void response.end('answered'));
closeSilentConnections(server);
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function connectOnce(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('when too many connections send nothing, the oldest of them are closed and requests are answered', async () => {
  const used = await connectOnce();
  used.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(used, 'data');
  const first = await connectOnce();
  const closed = once(first.resume(), 'close');
  for (let more = 0; more < MOST_SILENT; more += 1) await connectOnce();
  await closed;
  expect(used.destroyed).toBe(false);
  used.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(String((await once(used, 'data'))[0])).toContain('answered');
});
