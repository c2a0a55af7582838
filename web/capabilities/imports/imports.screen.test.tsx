import { createImport, listImports, readImport } from '@vialkeep/contract/imports.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, shownAddress, user } from '../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  pressControl,
  TRANSITION_MS,
} from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { importsTexts as texts } from './imports.texts.ts';
import { applied, checked, draft } from './testing/samples.ts';

const northlight = { id: 2, name: 'Northlight' };
const one = [{ id: 1, name: 'Vialkeep' }];
const two = [...one, northlight];
const rows = {
  results: [draft, { ...checked, id: 6, name: 'Sales 2021' }, { ...applied, id: 7, name: 'Vials', domain: northlight }],
  count: 3,
  domains: two,
};
const visit = { page: '/imports', as: memberOf(Plan.superAdmin), may: ['imports.manage'] };

describeScreen(
  'ImportsScreen',
  {
    ...visit,
    answers: [answerWith(listImports, rows)],
    reads: { route: listImports, waiting: texts.loading },
    empty: { answers: [answerWith(listImports, { results: [], count: 0, domains: one })], shows: [texts.noneYet] },
    filled: ['Old system', 'Sales 2021', texts.states.checked, '11,247', '11,204', 'Northlight', 'Ann Admin'],
  },
  () => {
    test('a new import is begun for a chosen site and opens', async () => {
      server.answer(listImports, rows);
      server.answer(createImport, { success: true, id: 9 });
      server.answer(readImport, draft);
      await openScreen(visit);
      await pressControl(texts.create.button);
      await expectAccessible();
      await pressDialogButton(texts.create.submit);
      expectProblemAt(texts.create.name, 'Name is required.');
      expect(server.receivedCalls(createImport)).toEqual([]);

      await fillFields({ [texts.create.name]: 'Old system' });
      await user.click(fieldLabelled(texts.create.missingEmails.placeholder));
      await user.dblClick(dialogButton(texts.create.submit));
      await settleScreen(TRANSITION_MS);
      expect(server.receivedCalls(createImport)).toMatchObject([
        { body: { name: 'Old system', domain: 1, missing_email: 'placeholder' } },
      ]);
      expect(shownAddress()).toBe('/imports/9');
    });

    test('an administrator of one site is not asked for the site, and a refusal is shown in the dialog', async () => {
      server.answer(listImports, { ...rows, domains: one });
      server.refuse(createImport, 'unknown_domain');
      await openScreen(visit);
      await pressControl(texts.create.button);
      expect(document.querySelector('[role=dialog] input[name=domain]')).toBeNull();
      await fillFields({ [texts.create.name]: 'Old system' });
      await pressDialogButton(texts.create.submit);
      expectTexts(createImport.refusals.unknown_domain.message);
      await expectAccessible();
    });
  },
);

function dialogButton(name: string): HTMLButtonElement {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
  const button = buttons.find((one) => one.textContent === name);
  if (!button) throw new Error(`The dialog has no button '${name}'.`);
  return button;
}

async function pressDialogButton(name: string): Promise<void> {
  await user.click(dialogButton(name));
  await settleScreen(TRANSITION_MS);
}
