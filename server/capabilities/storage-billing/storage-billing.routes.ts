import type { Handler } from '../../kernel/http/handle.ts';
import {
  askToEndStorageHandler,
  enrolInStorageHandler,
  replaceStorageCardHandler,
  switchAutomaticStorageHandler,
} from './own/change-own-storage.ts';
import { payStorageInvoiceHandler } from './own/pay-invoice.ts';
import { printStorageInvoiceHandler } from './own/print-invoice.ts';
import { readOwnStorageHandler } from './own/read-own-storage.ts';
import { decideStorageHandler } from './plans/decide-storage.ts';
import { enrolPatientHandler, listStorageEnrolmentsHandler, readStorageEnrolmentHandler } from './plans/enrolments.ts';
import { changeStorageOfferHandler, createStorageOfferHandler, listStorageOffersHandler } from './plans/offers.ts';

export const storageBillingHandlers: readonly Handler[] = [
  readOwnStorageHandler,
  enrolInStorageHandler,
  payStorageInvoiceHandler,
  replaceStorageCardHandler,
  switchAutomaticStorageHandler,
  askToEndStorageHandler,
  printStorageInvoiceHandler,
  listStorageOffersHandler,
  createStorageOfferHandler,
  changeStorageOfferHandler,
  listStorageEnrolmentsHandler,
  enrolPatientHandler,
  readStorageEnrolmentHandler,
  decideStorageHandler,
];
