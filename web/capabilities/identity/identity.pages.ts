import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const identityPages = [
  page({
    path: addresses.invitation,
    title: 'Invitation',
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./invitation.screen.tsx')).InvitationScreen,
  }),
  page({
    path: addresses.notMe,
    title: 'This was not me',
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./not-me.screen.tsx')).NotMeScreen,
  }),
];
