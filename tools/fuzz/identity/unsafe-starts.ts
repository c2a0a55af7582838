import { readdirSync } from 'node:fs';
import { launchProduct, type Product, type Settings } from '../../harness/product.ts';
import { type Attack, requirePrepared, type Verdict } from './attack.ts';
import type { Target } from './target.ts';

/** Settings of a safe production. */
export const safeProduction: Settings = {
  NODE_ENV: 'production',
  BASE_URL: 'https://portal.example.org',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  TRUST_PROXY: '127.0.0.1',
  MAIL_FROM: 'Vialkeep <no-reply@example.org>',
  SUPPORT_EMAIL: 'support@example.org',
  PAYMENTS: 'authorizenet',
  AUTHORIZENET_LOGIN: 'an-operator',
  AUTHORIZENET_KEY: 'a-key-of-an-operator',
  AUTHORIZENET_CLIENT_KEY: 'a-public-key-of-an-operator',
  LOG_LEVEL: 'warn',
};

const { NODE_ENV: _production, ...withoutEnvironment } = safeProduction;

/** Starts with unsafe settings; each must end with an error that names the setting. */
export const unsafeStarts: readonly Attack[] = [
  start('production starts with the pretended payment gateway', /\bPAYMENTS\b/, {
    ...safeProduction,
    PAYMENTS: 'sandbox',
  }),
  start('production accepts card numbers in calls', /\bCARD_NUMBERS\b/, { ...safeProduction, CARD_NUMBERS: 'accept' }),
  start('production starts without https', /\bBASE_URL\b/, {
    ...safeProduction,
    BASE_URL: 'http://portal.example.org',
  }),
  start('production starts without a mail server', /\bSMTP_URL\b/, without('SMTP_URL')),
  start('production starts without a proxy in front', /\bTRUST_PROXY\b/, without('TRUST_PROXY')),
  start('production writes letters from an address at .test', /\bMAIL_FROM\b/, without('MAIL_FROM')),
  start('production sends people for help to an address at .test', /\bSUPPORT_EMAIL\b/, without('SUPPORT_EMAIL')),
  start('production loads the demo network', /\bDEMO\b|demo/, { ...safeProduction, DEMO: 'on' }),
  {
    name: 'production starts on the database of a demo',
    expected: 'the start ends and names the demo network',
    make: async ({ checkout }) => {
      const demo = await launchProduct({ checkout, settings: { DEMO: 'on', LOG_LEVEL: 'warn' } });
      requirePrepared(await demo.becomesReady(), `a demo starts: ${demo.text}`);
      await demo.stop();
      const product = await launchProduct({ checkout, settings: safeProduction, dataDir: demo.dataDir });
      return judgeStart(product, /demo/i);
    },
  },
  start('NODE_ENV=prod counts as development', /\bNODE_ENV\b/, { ...withoutEnvironment, NODE_ENV: 'prod' }),
  start('a demo listens beyond this machine without being asked to be one', /\bDEMO\b/, {
    HOST: '0.0.0.0',
    LOG_LEVEL: 'warn',
  }),
];

function without(name: keyof typeof safeProduction): Settings {
  return Object.fromEntries(Object.entries(safeProduction).filter(([setting]) => setting !== name));
}

function start(name: string, names: RegExp, settings: Settings): Attack {
  return {
    name,
    expected: `the start ends and names ${/[A-Z_]{4,}/.exec(names.source)?.[0] ?? 'why'}, nothing is written`,
    make: async ({ checkout }: Target) => judgeStart(await launchProduct({ checkout, settings }), names, true),
  };
}

/** A start that fails for another reason does not count as a refusal. */
async function judgeStart(product: Product, names: RegExp, isNew = false): Promise<Verdict> {
  try {
    if (await product.becomesReady()) return { seen: 'it serves', refused: false };
    const written = isNew ? readdirSync(product.dataDir).length : 0;
    const isNamed = names.test(product.text);
    const words = product.text.trim().split('\n', 1)[0] ?? '';
    return {
      seen: `ends: ${words.slice(0, 120)}${written > 0 ? ` (${written} files written)` : ''}`,
      refused: isNamed && written === 0,
    };
  } finally {
    await product.removeData();
  }
}
