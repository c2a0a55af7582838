import { readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { useEffect, useMemo } from 'react';
import { call } from '../../kernel/api/api.ts';

export type Invoice = {
  /** The number of this screen's order; asks for it once more where that failed. */
  number(): Promise<number>;
  /** After a definite answer: what is ordered next is another order. */
  renew(): void;
  /** The order of before goes on under its own number. */
  keep(id: number): void;
};

/** C-12: the number is asked for when the screen opens, so that pressing twice is still the same order. */
export function useInvoice(): Invoice {
  const invoice = useMemo(() => newInvoice(), []);
  useEffect(() => void invoice.number().catch(() => {}), [invoice]);
  return invoice;
}

function newInvoice(): Invoice {
  let asked: Promise<number> | null = null;
  const number = () => {
    asked ??= call(readNextInvoice, {})
      .then(({ transaction_id }) => transaction_id)
      .catch((thrown: unknown) => {
        asked = null;
        throw thrown;
      });
    return asked;
  };
  return {
    number,
    renew() {
      asked = null;
      number().catch(() => {});
    },
    keep(id) {
      asked = Promise.resolve(id);
    },
  };
}
