export const invoiceTexts = {
  refunded: (amount: string) => `${amount} refunded`,
  pdf: 'PDF',
};
