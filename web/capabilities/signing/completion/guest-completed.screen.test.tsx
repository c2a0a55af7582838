import { expect, test } from 'vitest';
import { describeScreen } from '../../../testing/describe-screen.ts';
import { expectTexts } from '../../../testing/expectations.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { hasControl } from '../../../testing/page-controls.ts';
import { signingTexts } from '../signing.texts.ts';

const texts = signingTexts.completed;
const page = '/patient-signed-completed-message-from-email';

describeScreen(
  'GuestCompletedScreen',
  { page, address: `${page}?documentId=document`, answers: [], filled: [texts.patient] },
  () => {
    test('F071 a guest is thanked without a document in the address, and is offered no dashboard', async () => {
      await openScreen({ page });
      expectTexts(texts.patient);
      expect(hasControl(texts.dashboard)).toBe(false);
    });
  },
);
