import { changeIdentityPolicyHandler } from './change-identity-policy.ts';
import { readIdentityPolicyHandler } from './read-identity-policy.ts';
import { reviewAccountHandler } from './review-account.ts';

export const sitePolicyHandlers = [readIdentityPolicyHandler, changeIdentityPolicyHandler, reviewAccountHandler];
