import type { ReadingKind } from '@vialkeep/contract/kernel/reads.ts';

export const accessTexts = {
  title: 'Who saw my record',
  loading: 'Loading who saw your record…',
  failed: 'Who saw your record could not be loaded.',
  empty: 'Nobody but you has opened your record.',
  foot: 'Lists in which your name appears are recorded too; ask us for them.',
  seeAll: 'See all',
  ask: 'Ask about this',
  inAccountOf: (who: string, account: string) => `${who}, in the account of ${account}`,
  reason: (reason: string) => `Reason: ${reason}`,
  subject: 'Question about who saw my record',
  question: (line: string, day: string) => `I have a question about this entry:\r\n${day}: ${line}`,
  did: {
    record: 'opened your record',
    vials: 'looked at your vials',
    custody: 'looked at the history of your sample',
    'document list': 'looked at your documents',
    'document file': 'opened a document of yours',
    profile: 'opened your profile',
    label: 'opened a shipping label of yours',
    transaction: 'opened an order of yours',
    list: 'saw you in a list',
    export: 'exported a list',
    search: 'searched for you',
    log: 'looked at who saw your record',
  } satisfies Record<ReadingKind, string>,
} as const;
