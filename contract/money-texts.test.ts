import { expect, test } from 'vitest';
import { createCommissionPlan, updateCommissionPlan } from './commission-plans.ts';
import { addDisputeMessage, adjustCommission, closeCommissionDispute, disputeCommissionLine } from './commissions.ts';
import { returnPayout } from './payouts.ts';
import { resolveDifference } from './reconciliation.ts';
import { rejectRefund, requestInvoiceRefund, requestRefund } from './refunds.ts';
import { askToEndStorage } from './storage.ts';
import { changeStorageOffer, createStorageOffer, decideStorage } from './storage-plans.ts';
import { updateTransaction } from './transactions.ts';

test.each([
  [requestRefund, 'note'],
  [requestInvoiceRefund, 'note'],
  [rejectRefund, 'note'],
  [adjustCommission, 'reason'],
  [disputeCommissionLine, 'text'],
  [addDisputeMessage, 'text'],
  [closeCommissionDispute, 'text'],
  [createCommissionPlan, 'name'],
  [createCommissionPlan, 'note'],
  [updateCommissionPlan, 'name'],
  [updateCommissionPlan, 'note'],
  [returnPayout, 'note'],
  [resolveDifference, 'note'],
  [createStorageOffer, 'name'],
  [changeStorageOffer, 'name'],
  [decideStorage, 'note'],
  [askToEndStorage, 'note'],
  [updateTransaction, 'transaction_note'],
] as const)('a card number in a text of $path is refused at its field', ({ body }, field) => {
  const refusedAt = (words: string) =>
    body
      .safeParse({ [field]: words })
      .error?.issues.filter(({ path }) => path[0] === field)
      .map(({ message }) => message) ?? [];
  expect(refusedAt('Card 4111 1111 1111 1111 of the buyer')).toEqual(['Do not enter a card number here.']);
  expect(refusedAt('Transaction 4111 of the buyer')).toEqual([]);
});
