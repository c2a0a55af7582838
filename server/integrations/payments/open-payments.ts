import { openStore } from '../../kernel/db/db.ts';
import type { Payments } from '../../ports/payments.ts';
import { authorizenetPayments } from './authorizenet/authorizenet-payments.ts';
import { sandboxPayments } from './sandbox/sandbox-payments.ts';

type PaymentSettings = {
  readonly payments: 'sandbox' | 'authorizenet';
  readonly paymentsPatienceSeconds: number;
  readonly sandboxSlowSeconds: number;
  readonly sandboxSettlesSeconds: number;
  readonly authorizenetLogin: string | undefined;
  readonly authorizenetKey: string | undefined;
  readonly authorizenetUrl: string;
  readonly authorizenetClientKey: string | undefined;
  readonly authorizenetBrowserUrl: string;
};

/** The most charges that the sandbox carries out at once. */
const SANDBOX_CONNECTIONS = 4;

/** Throws with the setting's name when the settings of the chosen gateway are wrong. */
export function openPayments(
  settings: PaymentSettings,
  database: Omit<Parameters<typeof openStore>[0], 'size' | 'pipelined'>,
): Payments {
  const patienceMs = settings.paymentsPatienceSeconds * 1_000;
  if (settings.payments === 'authorizenet') {
    return authorizenetPayments({
      login: settings.authorizenetLogin ?? '',
      key: settings.authorizenetKey ?? '',
      url: settings.authorizenetUrl,
      clientKey: settings.authorizenetClientKey ?? '',
      browserUrl: settings.authorizenetBrowserUrl,
      patienceMs,
    });
  }
  const store = openStore({ ...database, size: SANDBOX_CONNECTIONS, pipelined: 1 });
  return sandboxPayments(store, {
    slowMs: settings.sandboxSlowSeconds * 1_000,
    patienceMs,
    settlesSeconds: settings.sandboxSettlesSeconds,
  });
}
