import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const sessionPages = [
  page({
    path: addresses.login,
    name: 'guest',
    title: 'Guest View',
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./login.screen.tsx')).LoginScreen,
  }),
  page({
    path: addresses.forgotPassword,
    name: 'forgotpassword',
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./forgot-password.screen.tsx')).ForgotPasswordScreen,
  }),
];
