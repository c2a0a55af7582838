import { page } from '../../kernel/navigation/page.ts';

export const emailChangesPages = [
  page({
    path: '/email-confirm',
    title: 'Confirm your address',
    frame: 'bare',
    load: async () => (await import('./email-key.screen.tsx')).EmailConfirmScreen,
  }),
  page({
    path: '/email-approve',
    title: 'Approve the change',
    frame: 'bare',
    load: async () => (await import('./email-key.screen.tsx')).EmailApproveScreen,
  }),
  page({
    path: '/email-undo',
    title: 'Undo the change',
    frame: 'bare',
    load: async () => (await import('./email-key.screen.tsx')).EmailUndoScreen,
  }),
];
