import { screen } from '@testing-library/react';
import { BenchHome, readBenchHome } from '@vialkeep/contract/bench.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { Candidate, listCandidates, releaseVials } from '@vialkeep/contract/release.ts';
import { expect, test } from 'vitest';
import { benchTexts } from '../../components/bench/bench.texts.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { releaseTexts as texts } from './release.texts.ts';

const operator = { id: 4, name: 'Nora Lindqvist', code: '0123-4567-Y', may_sign: true };
const tiles = { to_receive: 0, in_process: 0, awaiting_release: 2, to_place: 0, to_pick: 0, deviations_open: 0 };
const home = BenchHome.parse({
  lab_id: 1002,
  has_operators: true,
  shift: { operator, until: '2026-03-02T14:20:00.000Z' },
  tiles,
  last: null,
});
const met = (name: string, words: string) => ({ name, met: true, words, deviation_ids: [] });
const ready = Candidate.parse({
  batch_id: 9,
  batch_code: '0123-4567-Y',
  arrival_id: 3,
  patient_id: 1030,
  vial_codes: ['K7QM-4TXD-9'],
  hold_reasons: ['awaiting_release'],
  criteria: [
    met('arrival', 'Accepted on 3 Jan 2026'),
    met('sterility', 'Passed'),
    met('consents', 'All three are completed'),
    met('batch', 'Closed'),
    met('deviations', 'None is open'),
  ],
  needs_note: false,
});
const blocked = Candidate.parse({
  ...ready,
  batch_id: null,
  batch_code: null,
  patient_id: 1031,
  criteria: [{ name: 'deviations', met: false, words: 'Open: #7', deviation_ids: [7] }],
  needs_note: true,
});
const signature = {
  id: 5,
  printed_name: 'Nora Lindqvist',
  meaning: 'released' as const,
  signed_at: '2026-03-02T10:00:00.000Z',
};
const visit = { page: '/bench/release', as: memberOf(Plan.lab), may: ['bench.use'] };
const list = [answerWith(listCandidates, { results: [ready, blocked], count: 2 }), answerWith(readBenchHome, home)];

describeScreen(
  'ReleaseScreen',
  {
    ...visit,
    answers: list,
    reads: { route: listCandidates, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answerWith(listCandidates, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['Batch T-0123-4567-Y, patient #1030', 'K7QM-4TXD-9', texts.notMet, texts.names.deviations],
  },
  () => {
    test('a release shows name and meaning, and is signed by the PIN', async () => {
      for (const answer of list) answer(server);
      server.answer(releaseVials, { signature });
      await openScreen(visit);
      await pressControl(texts.review);
      expectTexts('Nora Lindqvist', texts.statement);
      await expectAccessible();
      await fillFields({ [benchTexts.sign.pin]: '246810' });
      await pressControl(texts.sign);
      expect(server.receivedCalls(releaseVials)).toMatchObject([
        { body: { vial_codes: ['K7QM-4TXD-9'], signature: { pin: '246810' } } },
      ]);
      expectAnnounced('status', texts.released(1));
    });

    test('missing vials of a batch are shown apart from the others, with what is to be done, and cannot be signed', async () => {
      const words = 'Missing: K7QM-4TXD-9. Scan into a box what is found';
      const missing = Candidate.parse({
        ...ready,
        hold_reasons: ['missing'],
        criteria: [{ name: 'found', met: false, words, deviation_ids: [] }],
      });
      const other = Candidate.parse({ ...ready, vial_codes: ['0123-4567-Y'] });
      answerWith(listCandidates, { results: [missing, other], count: 2 })(server);
      answerWith(readBenchHome, home)(server);
      await openScreen(visit);
      expectTexts(texts.heldFor(texts.reasons.missing), texts.notMet);
      expect(screen.getByRole('link', { name: new RegExp(words) }).getAttribute('href')).toContain('/bench/counts');
      const buttons = screen.getAllByRole('button', { name: texts.review });
      expect(buttons.map((button) => button.hasAttribute('disabled'))).toEqual([true, false]);
    });

    test('a wrong PIN is said at its field, and the PIN is empty again', async () => {
      for (const answer of list) answer(server);
      const { message } = releaseVials.refusals.wrong_pin;
      server.refuse(releaseVials, 'wrong_pin', { fields: { signature: message } });
      await openScreen(visit);
      await pressControl(texts.review);
      await fillFields({ [benchTexts.sign.pin]: '999999' });
      await pressControl(texts.sign);
      expectTexts(message);
    });

    test('without a shift the signer is asked for the badge', async () => {
      server.answer(listCandidates, { results: [ready], count: 1 });
      server.answer(readBenchHome, { ...home, shift: null });
      await openScreen(visit);
      await pressControl(texts.review);
      expectTexts(benchTexts.sign.badge);
    });
  },
);
