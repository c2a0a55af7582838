import { fireEvent } from '@testing-library/react';
import { settleScreen } from './open-screen.tsx';

/** Types as a scanner does: a key at a time without a pause, into no field, and Enter at the end. */
export async function scanText(text: string): Promise<void> {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.body, { key });
  await settleScreen();
}
