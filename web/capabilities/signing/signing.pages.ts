import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';
import { signingTexts as texts } from './signing.texts.ts';

export const signingPages = [
  page({
    path: addresses.guestSigning,
    name: 'patientsignindocument',
    title: texts.guest.title,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./guest-signing.screen.tsx')).GuestSigningScreen,
  }),
  page({
    path: addresses.patientCompleted,
    frame: 'bare',
    load: async () => (await import('./completion/patient-completed.screen.tsx')).PatientCompletedScreen,
  }),
  page({
    path: addresses.guestCompleted,
    frame: 'bare',
    load: async () => (await import('./completion/guest-completed.screen.tsx')).GuestCompletedScreen,
  }),
  page({
    path: addresses.centerCompleted,
    frame: 'bare',
    load: async () => (await import('./completion/center-completed.screen.tsx')).CenterCompletedScreen,
  }),
  page({
    path: addresses.signUpCompleted,
    frame: 'bare',
    load: async () => (await import('./completion/sign-up-completed.screen.tsx')).SignUpCompletedScreen,
  }),
  page({
    path: addresses.verify,
    title: texts.verify.pageTitle,
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./verify/verify.screen.tsx')).VerifyScreen,
  }),
  page({
    path: addresses.sign,
    title: texts.guest.title,
    frame: 'bare',
    load: async () => (await import('./sign.screen.tsx')).SignScreen,
  }),
];
