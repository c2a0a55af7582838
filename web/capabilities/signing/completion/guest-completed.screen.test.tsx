import { describeScreen } from '../../../testing/describe-screen.ts';
import { signingTexts } from '../signing.texts.ts';

describeScreen('GuestCompletedScreen', {
  page: '/patient-signed-completed-message-from-email',
  address: '/patient-signed-completed-message-from-email?documentId=document',
  answers: [],
  filled: [signingTexts.completed.patient],
});
