import { page } from '../../kernel/navigation/page.ts';
import { signingTexts as texts } from './signing.texts.ts';

export const signingPages = [
  page({
    path: '/sign-your-document',
    name: 'patientsignindocument',
    title: texts.guest.title,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./guest-signing.screen.tsx')).GuestSigningScreen,
  }),
  page({
    path: '/patient-signed-completed-message',
    frame: 'bare',
    load: async () => (await import('./completion/patient-completed.screen.tsx')).PatientCompletedScreen,
  }),
  page({
    path: '/patient-signed-completed-message-from-email',
    frame: 'bare',
    load: async () => (await import('./completion/guest-completed.screen.tsx')).GuestCompletedScreen,
  }),
  page({
    path: '/hc-signed-completed-message',
    frame: 'bare',
    load: async () => (await import('./completion/center-completed.screen.tsx')).CenterCompletedScreen,
  }),
  page({
    path: '/signed-completed-message',
    frame: 'bare',
    load: async () => (await import('./completion/sign-up-completed.screen.tsx')).SignUpCompletedScreen,
  }),
  page({
    path: '/verify',
    title: texts.verify.pageTitle,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./verify/verify.screen.tsx')).VerifyScreen,
  }),
  page({
    path: '/sign/$signingId',
    title: texts.guest.title,
    frame: 'bare',
    load: async () => (await import('./sign.screen.tsx')).SignScreen,
  }),
];
