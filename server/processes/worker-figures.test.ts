import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { formatFigures } from '../kernel/figures/merge-figures.ts';
import { parseFigures, sumOf } from '../testing/parse-figures.ts';
import { collectWorkerFigures } from './worker-figures.ts';

type Fake = { calls: number; running: number; late: number; isSilent?: boolean };

async function figuresOf({ calls, running, late }: Fake) {
  const metrics = new Registry();
  const registers = [metrics];
  new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['route'], registers }).inc({ route: 'GET /' }, calls);
  new Gauge({ name: 'running', help: 'Running calls.', registers }).set(running);
  new Gauge({ name: 'late', help: 'Delay.', aggregator: 'max', registers }).set(late);
  return metrics.getMetricsAsJSON();
}

function collect() {
  const collected = collectWorkerFigures<Fake>((worker, id) => {
    if (worker.isSilent) return;
    void figuresOf(worker).then((figures) => collected.receive(worker, { kind: 'figures', id, figures }));
  }, 20);
  const read = async (workers: readonly Fake[]) => {
    const { figures, answered } = await collected.read(workers);
    const samples = parseFigures(await formatFigures(figures));
    return {
      answered,
      calls: sumOf(samples, 'calls_total'),
      running: sumOf(samples, 'running'),
      late: sumOf(samples, 'late'),
    };
  };
  return { ...collected, read };
}

test('counts and sizes of the workers are added, and of delays the largest counts', async () => {
  const workers = [
    { calls: 10, running: 1, late: 3 },
    { calls: 5, running: 2, late: 1 },
  ];
  expect(await collect().read(workers)).toEqual({ answered: 2, calls: 15, running: 3, late: 3 });
});

test('a worker that does not answer in time is left out, but what it had counted stays in the sums', async () => {
  const [one, silent]: Fake[] = [
    { calls: 10, running: 1, late: 3 },
    { calls: 5, running: 2, late: 9 },
  ];
  const workers = [one, silent].filter((worker) => worker !== undefined);
  const collected = collect();
  await collected.read(workers);
  Object.assign(silent ?? {}, { isSilent: true });
  Object.assign(one ?? {}, { calls: 12 });
  expect(await collected.read(workers)).toEqual({ answered: 1, calls: 17, running: 1, late: 3 });
});

test('a worker that dies while it is asked is left out at once, and what it had counted stays in the sums', async () => {
  const one: Fake = { calls: 10, running: 1, late: 3 };
  const dying: Fake = { calls: 5, running: 2, late: 9 };
  const collected = collect();
  await collected.read([one, dying]);
  dying.isSilent = true;
  const reading = collected.read([one, dying]);
  collected.forget(dying);
  expect(await reading).toEqual({ answered: 1, calls: 15, running: 1, late: 3 });
  const next: Fake = { calls: 1, running: 0, late: 0 };
  expect(await collected.read([one, next])).toEqual({ answered: 2, calls: 16, running: 1, late: 3 });
  collected.forget(next);
  expect(await collected.read([one])).toEqual({ answered: 1, calls: 16, running: 1, late: 3 });
});

test('a worker that is starting has no figures and does not delay the reading', async () => {
  const starting: Fake = { calls: 0, running: 0, late: 0, isSilent: true };
  const collected = collectWorkerFigures<Fake>((worker, id) =>
    collected.receive(worker, { kind: 'figures', id, figures: null }),
  );
  expect(await collected.read([starting])).toEqual({ figures: [[]], answered: 0 });
});
