import { readCommissionStatement } from '@vialkeep/contract/commissions.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { loadStatement } from './load-statement.ts';

export const readCommissionStatementHandler = handle(
  readCommissionStatement,
  async ({ access, actor, db, params, services }) => {
    const statement = await loadStatement({ access, actor, db }, params);
    const { person, month, openingCents, lines, payments, closingCents } = statement;
    const site = await services.domains.ofId(person.domainId);
    return {
      person: { id: person.id, name: person.name },
      month,
      site: site.name,
      opening: dollarsOf(openingCents),
      lines: lines.map(({ id, day, transactionId, words, arithmetic, cents }) => ({
        id,
        day,
        transaction_id: transactionId,
        words,
        arithmetic,
        amount: dollarsOf(cents),
      })),
      payments: payments.map(({ day, words, cents }) => ({ day, words, amount: dollarsOf(cents) })),
      closing: dollarsOf(closingCents),
    };
  },
);
