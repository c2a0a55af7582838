import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const profilePages = [
  page({
    path: addresses.profile,
    frame: 'framed',
    load: async () => (await import('./profile.screen.tsx')).ProfileScreen,
  }),
  page({
    path: addresses.centerProfile,
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter, Plan.staff],
    load: async () => (await import('./hc-profile.screen.tsx')).HcProfileScreen,
  }),
  page({
    path: addresses.password,
    name: 'password',
    title: 'Change Password',
    frame: 'framed',
    load: async () => (await import('./password.screen.tsx')).PasswordScreen,
  }),
  page({
    path: addresses.contact,
    title: 'Contact Us',
    frame: 'framed',
    load: async () => (await import('./contact.screen.tsx')).ContactScreen,
  }),
  page({
    path: addresses.settings,
    title: 'Settings',
    frame: 'framed',
    load: async () => (await import('./settings.screen.tsx')).SettingsScreen,
  }),
  page({
    path: addresses.secondFactor,
    title: 'Set up a second factor',
    frame: 'framed',
    load: async () => (await import('./factors/second-factor.screen.tsx')).SecondFactorScreen,
  }),
  page({
    path: addresses.emailNotConfirmed,
    title: 'Confirm your e-mail address',
    frame: 'framed',
    load: async () => (await import('./factors/email-not-confirmed.screen.tsx')).EmailNotConfirmedScreen,
  }),
];
