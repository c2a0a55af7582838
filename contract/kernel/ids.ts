import { z } from 'zod';

const LARGEST_ID = 2_147_483_647;

/** The version of the record that a form was filled from. */
export const Version = z.number().int().min(0).max(LARGEST_ID);

/** A numeric id in a JSON body: a number, never a numeric text. */
function bodyId<Name extends string>(name: Name) {
  return z.number().int().positive().max(LARGEST_ID).brand<Name>().describe(`${name} as a number`);
}

/** The same id in a path or a query, where every value is text. */
function pathId<Name extends string>(name: Name) {
  return z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'Must be a number.')
    .transform(Number)
    .pipe(bodyId(name));
}

export const UserId = bodyId('UserId');
export type UserId = z.infer<typeof UserId>;
export const UserIdInPath = pathId('UserId');

export const DomainId = bodyId('DomainId');
export type DomainId = z.infer<typeof DomainId>;
export const DomainIdInPath = pathId('DomainId');

export const SessionId = bodyId('SessionId');
export type SessionId = z.infer<typeof SessionId>;
export const SessionIdInPath = pathId('SessionId');

export const VisitId = bodyId('VisitId');
export type VisitId = z.infer<typeof VisitId>;

export const LocationId = bodyId('LocationId');
export type LocationId = z.infer<typeof LocationId>;
export const LocationIdInPath = pathId('LocationId');

export const VialEntryId = bodyId('VialEntryId');
export type VialEntryId = z.infer<typeof VialEntryId>;
export const VialEntryIdInPath = pathId('VialEntryId');

export const AssetId = bodyId('AssetId');
export type AssetId = z.infer<typeof AssetId>;
export const AssetIdInPath = pathId('AssetId');

export const AssetItemId = bodyId('AssetItemId');
export type AssetItemId = z.infer<typeof AssetItemId>;

export const DocumentRowId = bodyId('DocumentRowId');
export type DocumentRowId = z.infer<typeof DocumentRowId>;
export const DocumentRowIdInPath = pathId('DocumentRowId');

export const CouponId = bodyId('CouponId');
export type CouponId = z.infer<typeof CouponId>;
export const CouponIdInPath = pathId('CouponId');

export const CardId = bodyId('CardId');
export type CardId = z.infer<typeof CardId>;

export const TransactionId = bodyId('TransactionId');
export type TransactionId = z.infer<typeof TransactionId>;
export const TransactionIdInPath = pathId('TransactionId');

export const LabelId = bodyId('LabelId');
export type LabelId = z.infer<typeof LabelId>;
export const LabelIdInPath = pathId('LabelId');

export const PrivacyRequestId = bodyId('PrivacyRequestId');
export type PrivacyRequestId = z.infer<typeof PrivacyRequestId>;
export const PrivacyRequestIdInPath = pathId('PrivacyRequestId');

export const LegalHoldId = bodyId('LegalHoldId');
export type LegalHoldId = z.infer<typeof LegalHoldId>;
export const LegalHoldIdInPath = pathId('LegalHoldId');

export const InspectionId = bodyId('InspectionId');
export type InspectionId = z.infer<typeof InspectionId>;
export const InspectionIdInPath = pathId('InspectionId');

export const RefundId = bodyId('RefundId');
export type RefundId = z.infer<typeof RefundId>;
export const RefundIdInPath = pathId('RefundId');

export const ReconciliationItemId = bodyId('ReconciliationItemId');
export type ReconciliationItemId = z.infer<typeof ReconciliationItemId>;
export const ReconciliationItemIdInPath = pathId('ReconciliationItemId');

export const CommissionPlanId = bodyId('CommissionPlanId');
export type CommissionPlanId = z.infer<typeof CommissionPlanId>;
export const CommissionPlanIdInPath = pathId('CommissionPlanId');

export const SimulationId = bodyId('SimulationId');
export const SimulationIdInPath = pathId('SimulationId');

export const CommissionLineId = bodyId('CommissionLineId');
export type CommissionLineId = z.infer<typeof CommissionLineId>;
export const CommissionLineIdInPath = pathId('CommissionLineId');

export const DisputeId = bodyId('DisputeId');
export const DisputeIdInPath = pathId('DisputeId');

export const PayoutRunId = bodyId('PayoutRunId');
export type PayoutRunId = z.infer<typeof PayoutRunId>;
export const PayoutRunIdInPath = pathId('PayoutRunId');
export const StorageOfferId = bodyId('StorageOfferId');
export type StorageOfferId = z.infer<typeof StorageOfferId>;
export const StorageOfferIdInPath = pathId('StorageOfferId');

export const StorageEnrolmentId = bodyId('StorageEnrolmentId');
export type StorageEnrolmentId = z.infer<typeof StorageEnrolmentId>;
export const StorageEnrolmentIdInPath = pathId('StorageEnrolmentId');

export const StorageInvoiceId = bodyId('StorageInvoiceId');
export type StorageInvoiceId = z.infer<typeof StorageInvoiceId>;
export const StorageInvoiceIdInPath = pathId('StorageInvoiceId');

export const OperatorId = bodyId('OperatorId');
export type OperatorId = z.infer<typeof OperatorId>;
export const OperatorIdInPath = pathId('OperatorId');

export const ApiKeyId = bodyId('ApiKeyId');
export type ApiKeyId = z.infer<typeof ApiKeyId>;
export const ApiKeyIdInPath = pathId('ApiKeyId');

export const SignatureId = bodyId('SignatureId');
export type SignatureId = z.infer<typeof SignatureId>;

export const PlaceId = bodyId('PlaceId');
export type PlaceId = z.infer<typeof PlaceId>;
export const PlaceIdInPath = pathId('PlaceId');

export const StockCountId = bodyId('StockCountId');
export type StockCountId = z.infer<typeof StockCountId>;
export const StockCountIdInPath = pathId('StockCountId');

export const VialOrderId = bodyId('VialOrderId');
export type VialOrderId = z.infer<typeof VialOrderId>;
export const VialOrderIdInPath = pathId('VialOrderId');

export const LotId = bodyId('LotId');
export type LotId = z.infer<typeof LotId>;
export const LotIdInPath = pathId('LotId');

export const KitId = bodyId('KitId');
export type KitId = z.infer<typeof KitId>;
export const KitIdInPath = pathId('KitId');

export const HarvestId = bodyId('HarvestId');
export type HarvestId = z.infer<typeof HarvestId>;

export const ArrivalId = bodyId('ArrivalId');
export type ArrivalId = z.infer<typeof ArrivalId>;
export const ArrivalIdInPath = pathId('ArrivalId');

export const BatchId = bodyId('BatchId');
export type BatchId = z.infer<typeof BatchId>;
export const BatchIdInPath = pathId('BatchId');

export const QcResultId = bodyId('QcResultId');
export type QcResultId = z.infer<typeof QcResultId>;

export const DeviationId = bodyId('DeviationId');
export type DeviationId = z.infer<typeof DeviationId>;
export const DeviationIdInPath = pathId('DeviationId');

export const WebhookEndpointId = bodyId('WebhookEndpointId');
export type WebhookEndpointId = z.infer<typeof WebhookEndpointId>;
export const WebhookEndpointIdInPath = pathId('WebhookEndpointId');

export const WebhookDeliveryId = bodyId('WebhookDeliveryId');
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>;
export const WebhookDeliveryIdInPath = pathId('WebhookDeliveryId');

export const ImportId = bodyId('ImportId');
export type ImportId = z.infer<typeof ImportId>;
export const ImportIdInPath = pathId('ImportId');

export const ImportFileId = bodyId('ImportFileId');
export type ImportFileId = z.infer<typeof ImportFileId>;
export const ImportFileIdInPath = pathId('ImportFileId');
