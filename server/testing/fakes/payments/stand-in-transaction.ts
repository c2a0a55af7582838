/** A charge or a refund at the fake gateway. */
export type StandInTransaction = {
  transId: string;
  refId: string;
  invoiceNumber: string;
  amount: string;
  number: string;
  status: string;
  responseCode: '1' | '2' | '3' | '4';
  submitted: Date;
  batchId: string | null;
  settled?: Date;
  /** The charge that a refund gives back. */
  refTransId?: string;
};
