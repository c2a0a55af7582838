import { StorageOfferId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import {
  createStorageOffer,
  decideStorage,
  enrolPatient,
  StorageOfferFields,
} from '@vialkeep/contract/storage-plans.ts';
import { z } from 'zod';
import { buildNumberShape } from '../../../ui/form/state/number-shape.ts';

const { name, years, price } = StorageOfferFields.shape;
const REQUIRED = 'Choose one.';

/** The contract's offer in form shape: the price may be empty. */
export const OfferValues = z.object({
  domain_id: createStorageOffer.body.shape.domain_id,
  name,
  years,
  price: buildNumberShape(price),
});

export const ChangedOfferValues = z.object({ name, price: buildNumberShape(price), is_offered: z.boolean() });

/** The contract's enrolment in form shape: patient and offer may be empty. */
export const EnrolmentValues = z.object({
  patient_id: UserId.nullable().refine((id) => id !== null, REQUIRED),
  offer_id: StorageOfferId.nullable().refine((id) => id !== null, REQUIRED),
  starts_on: enrolPatient.body.shape.starts_on,
});

const { decision, note, document_id } = decideStorage.body.shape;

/** The contract's decision in form shape: none is chosen at first. */
export const DecisionValues = z.object({ decision, note, document_id });
