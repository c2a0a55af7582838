import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { controlNamed, expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { textOf } from '../../testing/page-text.ts';
import { memberOf } from '../../testing/people.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.contact;
const visit = { page: '/contact', as: memberOf(Plan.harvestCenter) };

describeScreen(
  'ContactScreen',
  { ...visit, answers: [], filled: [texts.heading, texts.lead, 'hc@vialkeep.test'] },
  () => {
    test('a question without a message is marked at its field', async () => {
      await openScreen(visit);
      await pressControl(texts.submit);
      expectProblemAt(texts.message, 'required');
      await expectAccessible();
    });

    test('a question opens a dialog with a link to the e-mail program', async () => {
      await openScreen(visit);
      await fillFields({ [texts.message]: 'Where is my kit?' });
      await pressControl(texts.submit);
      expectTexts(texts.done, texts.explanation);
      expect(controlNamed(texts.write('support@vialkeep.test')).getAttribute('href')).toContain(
        'Where%20is%20my%20kit',
      );
      await expectAccessible();
    });

    test('the options offer the support address and the Resource Center', async () => {
      await openScreen(visit);
      await pressControl(texts.options);
      expect([...document.querySelectorAll('[role=menuitem]')].map(textOf)).toEqual([
        texts.copySupport,
        texts.openResources,
      ]);
      await expectAccessible();
    });
  },
);
