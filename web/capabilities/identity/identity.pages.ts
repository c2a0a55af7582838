import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';
import { identityTexts as texts } from './identity.texts.ts';

export const identityPages = [
  page({
    path: addresses.invitation,
    title: texts.over.title,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./invitation.screen.tsx')).InvitationScreen,
  }),
  page({
    path: addresses.notMe,
    title: texts.notMe.title,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./not-me.screen.tsx')).NotMeScreen,
  }),
];
