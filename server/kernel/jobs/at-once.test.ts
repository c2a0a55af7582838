import { describe, expect, test } from 'vitest';
import { newTurns } from './at-once.ts';
import { newPlaces, runInPlace } from './places.ts';

const ONE = { processes: 1 };

/** Tasks that end on demand. */
function tasks() {
  const waiting: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    run: () => {
      running += 1;
      most = Math.max(most, running);
      return new Promise<void>((resolve) =>
        waiting.push(() => {
          running -= 1;
          resolve();
        }),
      );
    },
    async endAll(): Promise<void> {
      for (let quiet = 0; quiet < 5; quiet += 1) {
        while (waiting.length > 0) waiting.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    most: () => most,
    running: () => running,
  };
}

describe('Turns', () => {
  test('a limited number of tasks runs per subject, and every waiting task gets its turn', async () => {
    const inTurn = newTurns(3);
    const mine = tasks();
    const others = tasks();
    const all = [...Array.from({ length: 10 }, () => inTurn(ONE, 'mine', mine.run)), inTurn(ONE, 'others', others.run)];
    await new Promise((resolve) => setImmediate(resolve));
    expect([mine.running(), others.running()]).toEqual([3, 1]);
    await mine.endAll();
    await others.endAll();
    await Promise.all(all);
    expect(mine.most()).toBe(3);
  });

  test('each of several processes runs its share of the limit, and at least one task', async () => {
    const inTurn = newTurns(3);
    for (const [processes, share] of [
      [2, 2],
      [8, 1],
    ] as const) {
      const mine = tasks();
      const all = Array.from({ length: 5 }, () => inTurn({ processes }, 'mine', mine.run));
      await new Promise((resolve) => setImmediate(resolve));
      expect(mine.running()).toBe(share);
      await mine.endAll();
      await Promise.all(all);
    }
  });

  test('a task that fails passes its turn on', async () => {
    const inTurn = newTurns(1);
    const failed = inTurn(ONE, 'mine', () => Promise.reject(new Error('no')));
    const next = inTurn(ONE, 'mine', async () => 'done');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});

describe('Places', () => {
  test('a task beyond the limit is refused, and a place is free again when a task ends or fails', async () => {
    const places = newPlaces();
    const inPlace = <T>(subject: string, task: () => Promise<T>) => runInPlace(places, subject, 2, task);
    const mine = tasks();
    const both = [inPlace('mine', mine.run), inPlace('mine', mine.run)];
    await expect(inPlace('mine', mine.run)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 10 });
    expect(await inPlace('others', async () => 'done')).toBe('done');
    await mine.endAll();
    await Promise.all(both);
    await expect(inPlace('mine', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inPlace('mine', async () => 'done')).toBe('done');
  });
});
