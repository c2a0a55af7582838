import { setting, type Values } from './setting.ts';
import { oneOf, onOff, whole } from './setting-shapes.ts';

/** Settings of joining, identity, sessions and the keeping of personal data. */
export const identitySettings = {
  staffSignUpApproval: setting(
    'STAFF_SIGNUP_APPROVAL',
    'on',
    'Whoever signs up as staff of a harvest center waits until the center approves.',
    onOff(),
  ),
  rhcSignUpApproval: setting(
    'RHC_SIGNUP_APPROVAL',
    'on',
    'A referral center that signs up by the link of a harvest center waits until that center approves.',
    onOff(),
  ),
  identityPolicy: setting(
    'IDENTITY_POLICY',
    { text: 'documented with the demo network, strict without', from: identityPolicyFrom },
    'documented, or strict: second factors for those who see many records, a proof of identity before sensitive acts, sessions that lock, confirmed e-mail addresses, reviewed sign-ups.',
    oneOf('documented', 'strict'),
  ),
  stepUpMinutes: setting(
    'STEP_UP_MINUTES',
    '10',
    'Minutes for which a proof of identity counts where the policy asks for one before sensitive acts; 0 asks before each.',
    whole(0, 720),
  ),
  retentionYears: setting(
    'RETENTION_YEARS',
    '10',
    'Years for which the signed documents of erased people are kept after their signature.',
    whole(1, 100),
  ),
  sessionIdleHours: setting(
    'SESSION_IDLE_HOURS',
    '12',
    'Hours without a call after which a login ends.',
    whole(1, 720),
  ),
  sessionDays: setting('SESSION_DAYS', '7', 'Days after which a login ends in any case.', whole(1, 365)),
};

function identityPolicyFrom({ DEMO, NODE_ENV }: Values): string {
  const demo = onOff().safeParse(DEMO ?? (NODE_ENV === 'production' ? 'off' : 'on'));
  return demo.data === true ? 'documented' : 'strict';
}
