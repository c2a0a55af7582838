import { page } from '../../kernel/navigation/page.ts';
import { identityTexts as texts } from './identity.texts.ts';

export const identityPages = [
  page({
    path: '/invitation',
    title: texts.over.title,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./invitation.screen.tsx')).InvitationScreen,
  }),
  page({
    path: '/not-me',
    title: texts.notMe.title,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./not-me.screen.tsx')).NotMeScreen,
  }),
];
