import {
  readImportUndo,
  readImportWaves,
  startImportWave,
  stopImportWave,
  undoImport,
} from '@vialkeep/contract/import-afterwards.ts';
import {
  applyImport,
  checkImport,
  discardImport,
  exportImportProblems,
  type Import,
  ImportProblem,
  listImportProblems,
  readImport,
  stopImport,
} from '@vialkeep/contract/imports.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { IMPORT_CHECK_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import {
  controlNamed,
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { importsTexts as texts } from './imports.texts.ts';
import { applied, checked, checkedCounts, draft, importIn, pdfsFile, peopleFile } from './testing/samples.ts';

const visit = {
  page: '/imports/$id',
  address: '/imports/5',
  as: memberOf(Plan.admin),
  may: ['imports.manage'],
};
const problem = buildSample(ImportProblem, {
  file_id: 31,
  file: 'people.csv',
  row: 17,
  column: 'Mail',
  value: 'ana at clinic',
  reason: 'not_an_email',
  message: 'This is not an e-mail address.',
});
const problems = { results: [problem, { ...problem, row: 19, column: '', value: '' }], count: 12 };
const waves = { invited: 400, waiting: 600, refused: 3, waves: [] };
const wave = {
  id: 1,
  state: 'running' as const,
  plans: [Plan.harvestCenter],
  per_hour: 200,
  starts_at: '2026-03-02T08:00:00.000Z',
  invited: 400,
  waiting: 600,
  refused: 3,
};
const builtUpon = [
  { what: 'logged_in' as const, message: 'People have logged in.', count: 3, examples: [{ id: 9, label: '#9 Ana' }] },
];

async function openIn(one: Import): Promise<void> {
  server.answer(readImport, one);
  await openScreen(visit);
}

describeScreen(
  'ImportScreen',
  {
    ...visit,
    answers: [answerWith(readImport, draft)],
    reads: { route: readImport, waiting: texts.one.loading, failed: texts.one.failed },
    empty: {
      answers: [answerWith(readImport, { ...draft, files: [] })],
      shows: [texts.files.none, texts.columns.none, texts.check.ahead, texts.files.templates],
    },
    filled: ['Old system', 'into Vialkeep', 'people.csv', '96%', 'P-1 · P-2 · P-3', texts.columns.allMatched],
  },
  () => {
    test('a check is begun once by a double click, and its progress is read until its result is there', async () => {
      await openIn(draft);
      server.answer(checkImport, { success: true, state: 'checking' });
      server.answer(readImport, importIn('checking', { progress: { done: 4000, total: 11_247 } }));
      await user.dblClick(controlNamed(texts.check.button));
      await settleScreen(TRANSITION_MS);
      expect(server.receivedCalls(checkImport)).toHaveLength(1);
      expectTexts(texts.check.progress(4000, 11_247), texts.states.checking);
      await expectAccessible();

      server.answer(readImport, checked);
      server.answer(listImportProblems, problems);
      await settleScreen(IMPORT_CHECK_MS);
      expectTexts('Create 11,204 · Already here 31 · Problems 12', 'This is not an e-mail address.');
    });

    test('a check that the server refuses says why', async () => {
      await openIn(draft);
      server.refuse(checkImport, 'mapping_missing');
      await pressControl(texts.check.button);
      expectAnnounced('alert', checkImport.refusals.mapping_missing.message);
    });

    test('a checked import shows its counts, each problem with its cell, and the rows as a file', async () => {
      server.answer(listImportProblems, problems);
      server.refuse(exportImportProblems, 'unavailable');
      await openIn(checked);
      expectTexts('ana at clinic', texts.check.rowNumber(17), 'Mail', texts.check.wholeRow, texts.check.emptyCell);
      await expectAccessible();
      // Files and columns are done, so they are folded and can be opened again.
      expectNoTexts(texts.files.drop);
      await pressControl(`Step 1: ${texts.files.title}, done`);
      expectTexts(texts.files.dropAgain);
      await expectAccessible();
      await pressControl(`${texts.check.download}${texts.check.downloadOf('people.csv')}`);
      expect(server.receivedCalls(exportImportProblems)[0]).toMatchObject({
        params: { id: '5' },
        query: { file: '31' },
      });
    });

    test('PDFs are counted by file, and those that no row names are listed', async () => {
      server.answer(listImportProblems, problems);
      await openIn({ ...checked, files: [...checked.files, pdfsFile] });
      expectTexts(texts.check.unnamed(52), 'a/anna.pdf', 'bo.pdf', texts.check.moreUnnamed(50));
      await expectAccessible();
      await pressControl(`Step 1: ${texts.files.title}, done`);
      expectTexts(texts.files.pdfs(1_200));
    });

    test('an import with problems needs the consent to leave their rows out, and is begun once', async () => {
      server.answer(listImportProblems, problems);
      await openIn(checked);
      expect(controlNamed(texts.apply.button(11_204)).hasAttribute('disabled')).toBe(true);
      await user.click(fieldLabelled(texts.apply.onlyValid(12)));
      await settleScreen();
      server.answer(applyImport, { success: true, state: 'applying' });
      server.answer(readImport, importIn('applying', { progress: { done: 500, total: 11_204 }, may: ['stop'] }));
      await user.dblClick(controlNamed(texts.apply.button(11_204)));
      await settleScreen(TRANSITION_MS);
      expect(server.receivedCalls(applyImport)).toMatchObject([{ body: { check_no: 3, only_valid: true } }]);
      expectTexts(texts.apply.progress(500, 11_204), texts.apply.goesOn);
      await expectAccessible();
    });

    test('an import without problems is begun without a question', async () => {
      const counts = { ...checkedCounts, problems: 0 };
      await openIn(importIn('checked', { check_no: 4, counts, may: ['apply'] }));
      expectTexts(texts.check.noProblems);
      server.answer(applyImport, { success: true, state: 'applying' });
      await pressControl(texts.apply.button(11_204));
      expect(server.receivedCalls(applyImport)).toMatchObject([{ body: { check_no: 4, only_valid: false } }]);
    });

    test('an import that was checked again meanwhile is not begun, and the new result is shown with the reason', async () => {
      server.answer(listImportProblems, problems);
      await openIn(checked);
      await user.click(fieldLabelled(texts.apply.onlyValid(12)));
      server.refuse(applyImport, 'checked_meanwhile');
      server.answer(readImport, {
        ...checked,
        check_no: 4,
        counts: { ...checkedCounts, create: 11_000, problems: 216 },
      });
      await pressControl(texts.apply.button(11_204));
      expectAnnounced('alert', applyImport.refusals.checked_meanwhile.message);
      expectTexts('Create 11,000 · Already here 31 · Problems 216');
      // The consent was for the other check.
      expect(controlNamed(texts.apply.button(11_000)).hasAttribute('disabled')).toBe(true);
      await expectAccessible();
    });

    test('a checked import without a new row cannot be begun', async () => {
      await openIn(
        importIn('checked', { check_no: 3, counts: { ...checkedCounts, create: 0, problems: 0 }, may: ['apply'] }),
      );
      expectTexts(texts.apply.nothing);
      expect(hasControl(texts.apply.button(0))).toBe(false);
    });

    test('a running import is stopped, and goes on with the rows that are left', async () => {
      await openIn(importIn('applying', { progress: { done: 500, total: 11_204 }, may: ['stop'] }));
      server.answer(stopImport, { success: true, state: 'stopped' });
      const counts = { ...checkedCounts, applied: 1000 };
      server.answer(readImport, importIn('stopped', { check_no: 3, counts, may: ['apply'] }));
      await pressControl(texts.apply.stop);
      expectTexts(texts.apply.stopped(1000, 11_204));
      await expectAccessible();
      server.answer(applyImport, { success: true, state: 'applying' });
      await pressControl(texts.apply.goOn);
      expect(server.receivedCalls(applyImport)).toMatchObject([{ body: { check_no: 3, only_valid: true } }]);
    });

    test('an applied import invites people at once or at a time, and the form asks for what is missing', async () => {
      server.answer(readImportWaves, { ...waves, invited: 0, waiting: 0, refused: 0 });
      await openIn(applied);
      expectTexts(texts.apply.done(11_204), texts.undo.until('31 Mar 2026, 12:00 UTC'));
      await expectAccessible();
      await pressControl(texts.waves.button);
      expectProblemAt(texts.waves.plans, 'Choose at least one membership.');
      await choosePlan('Harvest Center');
      await user.click(fieldLabelled(texts.waves.startLater));
      await pressControl(texts.waves.button);
      expectProblemAt(texts.waves.startsAt, texts.waves.startsAtMissing);
      await fillFields({ [texts.waves.startsAt]: '2026-03-03T08:30', [texts.waves.perHour]: '150' });
      server.answer(startImportWave, { success: true, ...waves });
      server.answer(readImportWaves, { ...waves, waves: [wave] });
      await pressControl(texts.waves.button);
      expect(server.receivedCalls(startImportWave)).toMatchObject([
        { body: { plans: [4], per_hour: 150, starts_at: new Date('2026-03-03T08:30').toISOString() } },
      ]);
      expectTexts(texts.waves.sums(waves), texts.waves.states.running);
      await expectAccessible();
    });

    test('a running wave is stopped, and one that stopped itself says why', async () => {
      server.answer(readImportWaves, { ...waves, waves: [wave] });
      await openIn(applied);
      server.answer(stopImportWave, { success: true });
      server.answer(readImportWaves, { ...waves, waves: [{ ...wave, state: 'stopped_itself' }] });
      await pressControl(texts.waves.stop);
      expect(server.receivedCalls(stopImportWave)).toHaveLength(1);
      expectTexts(texts.waves.stoppedItself, texts.waves.states.stopped_itself);
      await expectAccessible();
    });

    test('an import is undone with a reason, after the dialog has said what it takes back', async () => {
      server.answer(readImportWaves, waves);
      server.answer(readImportUndo, { possible: true, built_upon: [] });
      await openIn(applied);
      await pressControl(texts.undo.button);
      expectTexts(texts.undo.question(11_204));
      await expectAccessible();
      await pressDialogButton(texts.undo.submit);
      expectProblemAt(texts.undo.reason, 'Reason is required.');
      await fillFields({ [texts.undo.reason]: 'The wrong file' });
      server.answer(undoImport, { success: true, state: 'undoing' });
      server.answer(
        readImport,
        importIn('undoing', { progress: { done: 100, total: 11_204 }, undo_reason: 'The wrong file' }),
      );
      await pressDialogButton(texts.undo.submit);
      expect(server.receivedCalls(undoImport)).toMatchObject([{ body: { reason: 'The wrong file' } }]);
      expectTexts(texts.afterwards.progress(100, 11_204), 'The wrong file');
      await expectAccessible();

      const undone_at = '2026-03-02T09:05:00.000Z';
      server.answer(readImport, importIn('undone', { undone_at, undo_reason: 'The wrong file' }));
      await settleScreen(IMPORT_CHECK_MS);
      expectTexts(texts.afterwards.isUndone, texts.afterwards.undone('2 Mar 2026, 09:05 UTC'));
      await expectAccessible();
    });

    test('an import upon which something was built cannot be undone, and the dialog names it', async () => {
      server.answer(readImportWaves, waves);
      server.answer(readImportUndo, { possible: false, built_upon: builtUpon });
      await openIn(applied);
      await pressControl(texts.undo.button);
      expectTexts(texts.undo.notPossible, 'People have logged in. (3)', '#9 Ana and 2 more');
      expect(dialogButtons()).not.toContain(texts.undo.submit);
      await expectAccessible();
    });

    test('an undo that is refused because of something built meanwhile shows what it is', async () => {
      server.answer(readImportWaves, waves);
      server.answer(readImportUndo, { possible: true, built_upon: [] });
      await openIn(applied);
      await pressControl(texts.undo.button);
      await fillFields({ [texts.undo.reason]: 'The wrong file' });
      server.refuse(undoImport, 'built_upon');
      server.answer(readImportUndo, { possible: false, built_upon: builtUpon });
      await pressDialogButton(texts.undo.submit);
      expectTexts(texts.undo.notPossible, 'People have logged in. (3)');
    });

    test('an undo that took nothing back says why beside the import', async () => {
      server.answer(readImportWaves, waves);
      const failure = 'Nothing was undone. People have logged in. (Ana)';
      await openIn(importIn('applied', { applied_at: applied.applied_at, failure }));
      expectTexts(failure);
      await expectAccessible();
    });

    test('an import that was undone in part names what stayed', async () => {
      server.answer(readImportUndo, { possible: false, built_upon: builtUpon });
      await openIn(importIn('undone_in_part', { undone_at: '2026-03-02T09:05:00.000Z', undo_reason: 'Wrong' }));
      expectTexts(texts.afterwards.undoneInPart, '#9 Ana and 2 more');
      await expectAccessible();
    });

    test('a draft is discarded after a question, and then nothing can be opened', async () => {
      await openIn(draft);
      await pressControl(texts.one.discard);
      expectTexts(texts.one.discardQuestion);
      await expectAccessible();
      server.answer(discardImport, { success: true });
      server.answer(readImport, importIn('discarded', { files: [peopleFile] }));
      await pressDialogButton(texts.one.discard);
      expect(server.receivedCalls(discardImport)).toHaveLength(1);
      expectTexts(texts.one.isDiscarded, texts.states.discarded);
      expect(hasControl(texts.one.discard)).toBe(false);
      await expectAccessible();
    });

    test('an import that another administrator began meanwhile is not discarded, and the dialog says so', async () => {
      await openIn(draft);
      await pressControl(texts.one.discard);
      server.refuse(discardImport, 'in_progress');
      server.answer(readImport, importIn('applying', { may: ['stop', 'discard'] }));
      await pressDialogButton(texts.one.discard);
      expectTexts(discardImport.refusals.in_progress.message, texts.states.applying);
    });
  },
);

function dialogButtons(): (string | null)[] {
  return [...document.querySelectorAll('[role$=dialog] button')].map((one) => one.textContent);
}

async function pressDialogButton(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role$=dialog] button')];
  const button = buttons.find((one) => one.textContent === name);
  if (!button) throw new Error(`The dialog has no button '${name}'.`);
  await user.click(button);
  await settleScreen(TRANSITION_MS);
}

async function choosePlan(label: string): Promise<void> {
  await user.click(fieldLabelled(texts.waves.plans));
  await settleScreen(TRANSITION_MS);
  await pressControl(label);
}
