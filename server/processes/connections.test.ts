import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../integrations/database/postmaster.ts';
import { type Connections, openConnections, type Taker } from './connections.ts';

let connections: Connections;
let port: number;
const clients: Socket[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  connections = openConnections();
  port = await freePort();
  await connections.listen({ host: '127.0.0.1', port, backlog: 16 });
});
afterEach(async () => {
  for (const socket of [...clients.splice(0), ...sockets.splice(0)]) socket.destroy();
  await connections.close();
});

/** A worker that notes which connections it was sent. */
function newTaker(): Taker & { readonly ids: number[] } {
  const ids: number[] = [];
  const send = (id: number, socket: Socket) => {
    ids.push(id);
    sockets.push(socket);
  };
  return { ids, send };
}

async function connectTimes(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const client = connect(port, '127.0.0.1').on('error', () => {});
    clients.push(client);
    await once(client, 'connect');
  }
}

test('workers get the connections in turn', async () => {
  const [one, other] = [newTaker(), newTaker()];
  connections.add(one);
  connections.add(other);
  await connectTimes(4);
  await vi.waitFor(() => expect([one.ids.length, other.ids.length]).toEqual([2, 2]));
});

test('what a dead worker has not confirmed goes to another, and what it has confirmed does not', async () => {
  const [dead, alive] = [newTaker(), newTaker()];
  connections.add(dead);
  await connectTimes(2);
  await vi.waitFor(() => expect(dead.ids).toHaveLength(2));
  connections.confirm(dead, dead.ids[0] ?? 0);
  connections.add(alive);
  connections.remove(dead);
  expect(alive.ids).toHaveLength(1);
});

test('a worker that retires keeps what was sent to it, until it dies', async () => {
  const [retiring, next] = [newTaker(), newTaker()];
  connections.add(retiring);
  await connectTimes(1);
  await vi.waitFor(() => expect(retiring.ids).toHaveLength(1));
  connections.add(next);
  connections.retire(retiring);
  expect(next.ids).toEqual([]);
  await connectTimes(1);
  await vi.waitFor(() => expect(next.ids).toHaveLength(1));
  expect(retiring.ids).toHaveLength(1);
  connections.remove(retiring);
  expect(next.ids).toHaveLength(2);
});

test('connections that come while there is no worker wait for the next one', async () => {
  await connectTimes(3);
  const taker = newTaker();
  await vi.waitFor(() => {
    connections.add(taker);
    expect(taker.ids).toHaveLength(3);
    connections.retire(taker);
  });
});
