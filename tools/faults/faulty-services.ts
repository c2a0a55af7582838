import { fakeSmtp, type SmtpStandIn, type SmtpTroubles } from '../../server/testing/fakes/mail/fake-smtp.ts';
import { valueOf } from '../../server/testing/fakes/mail/parsed-message.ts';
import {
  type AuthorizenetStandIn,
  fakeAuthorizenet,
  type StandInFault,
} from '../../server/testing/fakes/payments/fake-authorizenet.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';

/** Fake external services and the faults that they inject. */
export type FaultyServices = {
  readonly settings: Readonly<Record<string, string>>;
  readonly gateway: AuthorizenetStandIn;
  /** Starts the faults; until then all calls succeed. */
  turn(): void;
  /** The number of times that the fake mail server accepted each email, by Message-ID. */
  letters(): ReadonlyMap<string, number>;
  /** The ids of the documents in emails that request signatures. */
  documentsToSign(): readonly string[];
  /** How often the mail server accepted an email but dropped the connection before it confirmed this. */
  unanswered(): number;
  troubles(): number;
  clear(): void;
  close(): Promise<void>;
};

const CHANGES_EVERY_MS = 150;

const gatewayTroubles: readonly StandInFault[] = ['reset', 'lost', 'cut', 'garbage', 'silent', { slow: 600 }];

const mailTroubles: readonly SmtpTroubles[] = [
  { greeting: '421 4.3.2 Not now' },
  { MAIL: '451 4.3.0 Later' },
  { RCPT: '450 4.2.1 Later' },
  { DATA: 'drop' },
  { message: '451 4.3.0 Later' },
  { message: 'drop' },
];

export async function startFaultyServices(dice: SeededRandom): Promise<FaultyServices> {
  const behaviour: SmtpTroubles = {};
  const mail = await fakeSmtp({ behaviour });
  const gateway = await fakeAuthorizenet();
  let troubles = 0;
  let unanswered = 0;
  let calls = 0;
  let taken = 0;

  const change = () => {
    if (behaviour.message === 'drop') unanswered += mail.received.length - taken;
    taken = mail.received.length;
    for (const step of Object.keys(behaviour)) Reflect.deleteProperty(behaviour, step);
    if (dice.chance(0.25)) {
      troubles += 1;
      Object.assign(behaviour, dice.of(mailTroubles));
    }
    if (gateway.calls.length > calls && dice.chance(0.2)) {
      troubles += 1;
      gateway.befall(dice.of(gatewayTroubles));
    }
    calls = gateway.calls.length;
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PAYMENTS: 'authorizenet',
      AUTHORIZENET_LOGIN: gateway.account.login,
      AUTHORIZENET_KEY: gateway.account.key,
      AUTHORIZENET_URL: gateway.account.url,
      AUTHORIZENET_CLIENT_KEY: gateway.account.clientKey,
      AUTHORIZENET_BROWSER_URL: gateway.account.browserUrl,
      PAYMENTS_PATIENCE_SECONDS: '3',
    },
    gateway,
    turn: () => void (timer = setInterval(change, CHANGES_EVERY_MS)),
    letters: () => countLetters(mail),
    documentsToSign: () => documentsIn(mail),
    unanswered: () => unanswered,
    troubles: () => troubles,
    clear() {
      clearInterval(timer);
      change();
      for (const step of Object.keys(behaviour)) Reflect.deleteProperty(behaviour, step);
    },
    async close() {
      clearInterval(timer);
      await mail.close();
      await gateway.close();
    },
  };
}

function countLetters({ received }: SmtpStandIn): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { headers } of received) {
    const id = valueOf(headers, 'Message-ID');
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function documentsIn({ received }: SmtpStandIn): readonly string[] {
  const texts = received.flatMap(({ parts }) => parts.filter(({ mediaType }) => mediaType === 'text/plain'));
  const ids = texts.flatMap(({ content }) => [...content.matchAll(/sign-your-document\?documentId=([\w-]+)/g)]);
  return [...new Set(ids.map(([, id = '']) => id))];
}
