export { payeePlans } from './commissions.policy.ts';
export { openDisputes } from './disputes/disputes.queries.ts';
export { clawBack } from './lines/claw-back.ts';
export { earnBacklogs } from './lines/earn-backlog.ts';
export { earnEarlierSale, earnSale, postLines } from './lines/earn-sale.ts';
export { correctLines, findPayment, holdPlans, isCommissioned, payByHand } from './lines/follow-correction.ts';
export { listEarned } from './lines/list-earned.ts';
export { adoptPlan } from './plans/adopt-plan.ts';
export { verifyCommissions } from './verify-commissions.ts';
