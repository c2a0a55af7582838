import { readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { useEffect, useMemo } from 'react';
import { call } from '../../kernel/api/api.ts';

export type Invoice = {
  /** The invoice number of this screen's order; retries the request if it failed. */
  number(): Promise<number>;
  /** After a definite answer the next order gets a new number. */
  renew(): void;
  /** Continues the earlier order under its own number. */
  keep(id: number): void;
};

/** The number is fetched when the screen opens, so that a double submit is the same order (C-12). */
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
