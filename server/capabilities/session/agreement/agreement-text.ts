import { createHash } from 'node:crypto';
import type { AgreementText } from '@vialkeep/contract/session.ts';

/**
 * Sample wording, to be replaced by counsel's. A changed text gets a new version; acceptances store the version and the
 * digest of the text that was read (U-05).
 */
export const agreementText: AgreementText = {
  version: '2026-11-sample-1',
  title: 'Private Membership Agreement',
  notice: 'Sample text for legal review. It shows the form of the agreement and creates no obligation.',
  sections: [
    {
      heading: '1. What this agreement is',
      paragraphs: [
        'This agreement is between you and the association that runs this portal. By accepting it you become a private member and may use the services that your membership includes.',
        'It applies from the moment you accept it and until your membership ends.',
      ],
    },
    {
      heading: '2. Collection, processing and storage',
      paragraphs: [
        'Tissue is collected at a harvest center by a licensed practitioner, sent to a processing laboratory and, where processing succeeds, stored as vials in your name.',
        'Processing may fail. A sample that cannot be plated, or that does not pass its sterility test, yields no vials, and your center will talk with you about the next step.',
        'Vials are released only on an order that names you and after the documents that release requires have been signed.',
      ],
    },
    {
      heading: '3. What the association does not promise',
      paragraphs: [
        'Storage is not treatment. Nothing in this portal is medical advice, and no statement here promises that stored material will help with any condition.',
        'Whether and how stored material may be used is decided by you and your own practitioner under the law of the place where you are.',
      ],
    },
    {
      heading: '4. Your part',
      paragraphs: [
        'You give true and complete information, keep it up to date, and tell your center about anything that could make the collection or the handling of tissue unsafe.',
        'You keep your password to yourself. What is done with your login is taken as done by you until you report its loss.',
      ],
    },
    {
      heading: '5. Fees',
      paragraphs: [
        'Fees are shown before you pay them. A fee that has been paid for work already done is not returned, except where the law says otherwise.',
      ],
    },
    {
      heading: '6. Your data',
      paragraphs: [
        'Your health data is used to collect, process, store and release your material, to keep the records the law asks for, and for nothing else without your consent.',
        'People who see your record do so because their work requires it. Every access and every change is recorded. You may ask to see what is kept about you and to have mistakes corrected.',
      ],
    },
    {
      heading: '7. Ending the membership',
      paragraphs: [
        'You may end your membership at any time in writing. You then choose whether stored material is released to another facility, kept under a separate storage contract or destroyed.',
        'Signed documents and payment records are kept for the time the law requires, also after the membership has ended.',
      ],
    },
    {
      heading: '8. Disputes and changes',
      paragraphs: [
        'We try to settle differences by talking first. If that fails, the courts at the seat of the association decide.',
        'When this text changes you are asked to accept the new version before you go on using the portal.',
      ],
    },
  ],
};

/** The SHA-256 digest of the accepted text. */
export const agreementDigest = createHash('sha256').update(JSON.stringify(agreementText)).digest('hex');
