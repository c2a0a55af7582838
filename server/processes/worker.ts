import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import type { ProcessFigures } from '../kernel/figures/figures.ts';
import { type HandedConnections, serveHandedConnections } from '../kernel/http/handed-connections.ts';
import { readPages } from '../kernel/http/pages.ts';
import { readSettings } from '../kernel/settings/settings.ts';
import type { Assignment, FromWorker, ToWorker } from './messages.ts';
import { runProcess } from './run-process.ts';
import { startApp } from './serve.ts';
import { askForPlaces } from './shared-places.ts';

// The program of one worker, which the supervisor starts and tells what to do.

const send = (message: FromWorker) => {
  if (process.connected) process.send?.(message);
};
const asked = askForPlaces(send);
const assigned = Promise.withResolvers<Assignment>();
let connections: HandedConnections | null = null;
let figures: ProcessFigures | null = null;

// A terminal sends these to every process; the supervisor tells its workers what to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// Without a supervisor there are no more connections.
process.on('disconnect', () => process.exit(1));

process.on('message', (message: ToWorker, socket?: Socket) => {
  if (message.kind === 'connection') {
    // A client that has disconnected meanwhile leaves no socket.
    if (socket) connections?.take(socket);
    send({ kind: 'confirmed', id: message.id });
  } else if (message.kind === 'taken') asked.receive(message);
  else if (message.kind === 'read-figures') void sendFigures(message.id);
  else if (message.kind === 'serve') assigned.resolve(message.assignment);
  else if (message.kind === 'stop') void running.stop(0);
  else void (connections?.retire() ?? Promise.resolve()).then(() => running.stop(0));
});

async function sendFigures(id: number): Promise<void> {
  const read = await figures?.read().catch(() => null);
  send({ kind: 'figures', id, figures: read ?? null });
}

const running = runProcess(
  async ({ opened }) => {
    const settings = readSettings();
    const pages = await readPages(resolve(import.meta.dirname, '../../web/dist'));
    const app = await startApp(settings, pages, await assigned.promise, opened, asked.places);
    const taken = await serveHandedConnections(app.http);
    connections = taken;
    figures = app.figures;
    opened.push(() => taken.close());
    send({ kind: 'ready' });
  },
  (sentence) => send({ kind: 'problem', sentence }),
);
