import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const emailChangesPages = [
  page({
    path: addresses.emailConfirm,
    title: 'Confirm your address',
    frame: 'bare',
    load: async () => (await import('./email-key.screen.tsx')).EmailConfirmScreen,
  }),
  page({
    path: addresses.emailApprove,
    title: 'Approve the change',
    frame: 'bare',
    load: async () => (await import('./email-key.screen.tsx')).EmailApproveScreen,
  }),
  page({
    path: addresses.emailUndo,
    title: 'Undo the change',
    frame: 'bare',
    load: async () => (await import('./email-key.screen.tsx')).EmailUndoScreen,
  }),
];
