export { clawBack } from './lines/claw-back.ts';
export { earnEarlierSale, earnSale } from './lines/earn-sale.ts';
export { correctLines, findPayment, isCommissioned, payByHand } from './lines/follow-correction.ts';
export { verifyCommissions } from './verify-commissions.ts';
