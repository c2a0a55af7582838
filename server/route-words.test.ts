import { catalogue } from '@vialkeep/contract/catalogue.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { afterAll, describe, expect, test } from 'vitest';

/** The words of a route about the identity of its caller. */
const words = ['inPerson', 'stepUp', 'beforeSetup', 'whileLocked'] as const;
type Word = (typeof words)[number];

type Named = { readonly name: string; readonly route: Pick<Route, Word> };

/** Each word with the routes that have it, in the order of their names. */
function tableOf(routes: readonly Named[]): Record<Word, string[]> {
  // @NOTE every word is a key, as the list has each of them.
  return Object.fromEntries(
    words.map((word) => [
      word,
      routes
        .filter(({ route }) => route[word])
        .map(({ name }) => name)
        .toSorted(),
    ]),
  ) as Record<Word, string[]>;
}

const pinned: Record<Word, string[]> = {
  inPerson: [
    'addDisputeMessage',
    'addOperator',
    'addPasskey',
    'adjustCommission',
    'adoptCommissionPlan',
    'approvePayoutRun',
    'approveRefund',
    'askForPrivacy',
    'cancelPayoutRun',
    'cancelRefund',
    'changeLabSettings',
    'changeMoneySettings',
    'changeStorageOffer',
    'closeCommissionDispute',
    'confirmTotp',
    'createApiKey',
    'createCommissionPlan',
    'createInspection',
    'createStorageOffer',
    'createWebhook',
    'decideStorage',
    'deleteCommissionPlan',
    'disputeCommissionLine',
    'endInspection',
    'endOperator',
    'enrolPatient',
    'exportJournal',
    'exportPayoutRun',
    'listCommissionLines',
    'listCommissionPlans',
    'listDifferences',
    'listJournal',
    'listPayoutRuns',
    'listReconciliations',
    'listRefunds',
    'listStorageEnrolments',
    'listStorageOffers',
    'makePayoutRun',
    'markPayoutRunPaid',
    'passkeyOptions',
    'readBalances',
    'readCommissionPlan',
    'readCommissionSimulation',
    'readInvoiceRefundOptions',
    'readMoneySettings',
    'readPayoutRun',
    'readPrivacyExport',
    'readRefund',
    'readRefundOptions',
    'readStorageEnrolment',
    'readTransactionCommission',
    'rejectRefund',
    'removeFactor',
    'renewOperatorPin',
    'renewRecoveryCodes',
    'replaceApiKey',
    'replaceWebhookSecret',
    'requestInvoiceRefund',
    'requestRefund',
    'resendEmailLetter',
    'resolveDifference',
    'returnPayout',
    'runReconciliation',
    'sendFactorCode',
    'setPayeeReference',
    'signLinkForAttestation',
    'signLinkForPatient',
    'simulateCommissionPlan',
    'startTotp',
    'updateCommissionPlan',
    'withdrawCommissionPlan',
    'withdrawEmailChange',
    'withdrawPrivacyRequest',
  ],
  stepUp: [
    'addCustomSiteAdmin',
    'adoptCommissionPlan',
    'approvePayoutRun',
    'changeIdentityPolicy',
    'changeMoneySettings',
    'configureCustomSite',
    'createCustomSite',
    'createDomainFile',
    'createFolder',
    'createInspection',
    'createSslFile',
    'deleteDocument',
    'deleteInactiveUser',
    'endInspection',
    'endLegalHold',
    'erasePerson',
    'exportAccess',
    'exportAudit',
    'exportJournal',
    'exportPayoutRun',
    'exportTrace',
    'exportTransactionsCsv',
    'exportTransactionsXlsx',
    'exportUsers',
    'generateLoginAsUserToken',
    'markPayoutRunPaid',
    'readKeptPaper',
    'readPrivacyExport',
    'resetFactors',
    'returnPayout',
    'setPayeeReference',
    'withdrawCommissionPlan',
  ],
  beforeSetup: [
    'addPasskey',
    'changePassword',
    'clearHold',
    'confirmTotp',
    'currentSession',
    'logout',
    'passkeyOptions',
    'readIdentity',
    'readOwnEmail',
    'renewRecoveryCodes',
    'resendEmailLetter',
    'sendFactorCode',
    'sendHoldCode',
    'startTotp',
    'stepUp',
    'stepUpOptions',
    'updatePassword',
    'withdrawEmailChange',
  ],
  whileLocked: ['logout', 'stepUp', 'stepUpOptions'],
};

let noticed = 0;
let mutants = 0;
afterAll(() => {
  process.stdout.write(`words of ${catalogue.length} routes: ${noticed} of ${mutants} mutants are noticed\n`);
});

describe('Words about the identity of the caller', () => {
  test('the whole catalogue has the pinned words', () => {
    expect(tableOf(catalogue)).toEqual(pinned);
  });

  test('a word that is taken away from or added to any route is noticed', () => {
    for (const { name } of catalogue) {
      for (const word of words) {
        const changed = catalogue.map((one) =>
          one.name === name ? { name, route: { ...one.route, [word]: !one.route[word] } } : one,
        );
        mutants += 1;
        if (JSON.stringify(tableOf(changed)) !== JSON.stringify(pinned)) noticed += 1;
      }
    }
    expect(mutants).toBe(catalogue.length * words.length);
    expect(noticed).toBe(mutants);
  });
});
