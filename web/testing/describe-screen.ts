import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { describe, test } from 'vitest';
import type { z } from 'zod';
import { QUIET_WAIT_MS } from '../kernel/timings.ts';
import { tableTexts } from '../ui/data-table/table.texts.ts';
import { expectAccessible, expectAnnounced, expectTexts } from './expectations.ts';
import type { FakeServer } from './fake-server.ts';
import { openScreen, server, settleScreen, useScreens, type Visit } from './open-screen.tsx';
import { pressControl } from './page-controls.ts';

/** Makes an announcement to the server of a test. */
export type Announcement = (server: FakeServer) => void;

/** The route answers this. */
export function answerWith<R extends Route>(route: R, body: z.input<R['answer']>): Announcement {
  return (to) => to.answer(route, body);
}

type States = Visit & {
  /** The answers with which the screen is filled. */
  answers: readonly Announcement[];
  /** Facts of these answers that the screen shows. */
  filled: readonly string[];
  /** The call without which the screen has nothing to show. A list has its own text for a failed call. */
  reads?: { route: Route; waiting: string; failed?: string };
  /** The answers with which the screen is empty, and the text that says so. */
  empty?: { answers: readonly Announcement[]; shows: readonly string[] };
};

/** Tests the states that every screen has: waiting, failed, empty and filled, each without axe violations. */
export function describeScreen(name: string, states: States, more: () => void = () => {}): void {
  const { answers, filled, reads, empty } = states;
  describe(`The screen ${name}`, () => {
    useScreens();
    if (reads) testReading(states, reads);
    if (empty) testEmpty(states, empty);

    test('the screen shows its data', async () => {
      announce(answers);
      await openScreen(states);
      expectTexts(...filled);
      await expectAccessible();
    });

    more();
  });
}

function testReading(states: States, { route, waiting, failed }: NonNullable<States['reads']>): void {
  test('the screen announces that it is loading while the answer is outstanding', async () => {
    announce(states.answers);
    server.hold(route);
    await openScreen(states);
    await settleScreen(QUIET_WAIT_MS);
    expectAnnounced('status', waiting);
    await expectAccessible();
  });

  test('the screen announces a failed call and loads its data on Try again', async () => {
    announce(states.answers);
    server.refuse(route, 'unexpected');
    await openScreen(states);
    expectAnnounced('alert', failed ?? tableTexts.couldNotLoad);
    await expectAccessible();

    announce(states.answers);
    await pressControl(tableTexts.tryAgain);
    expectTexts(...states.filled);
  });
}

function testEmpty(states: States, { answers, shows }: NonNullable<States['empty']>): void {
  test('the screen says that there is nothing to show', async () => {
    announce([...states.answers, ...answers]);
    await openScreen(states);
    expectTexts(...shows);
    await expectAccessible();
  });
}

function announce(announcements: readonly Announcement[]): void {
  for (const announcement of announcements) announcement(server);
}
