import { page } from '../../kernel/navigation/page.ts';

export const sessionPages = [
  page({
    path: '/',
    name: 'guest',
    title: 'Guest View',
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./login.screen.tsx')).LoginScreen,
  }),
  page({
    path: '/forgot-password',
    name: 'forgotpassword',
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./forgot-password.screen.tsx')).ForgotPasswordScreen,
  }),
];
