import type { PaperBody } from '../../ports/document-text.ts';

export function storageText(brand: string): PaperBody {
  return {
    version: 'Storage 1',
    introduction: [
      `This agreement says how your vials are kept, for how long, and how they leave the store. It is between you and ${brand}.`,
    ],
    sections: [
      {
        heading: 'How the vials are kept',
        kind: 'clauses',
        items: [
          'Your vials are kept frozen in vapor of liquid nitrogen, in a guarded place with a watched temperature and an emergency supply.',
          'Each vial carries a code of its own. The code names nobody; only our register says whose it is.',
          'You can see at any time how many vials we keep for you, and when any came in or went out.',
        ],
      },
      {
        heading: 'How long',
        kind: 'clauses',
        items: [
          'Storage begins on the day the first vial is stored. It goes on from year to year until one of us ends it.',
          'You may end the storage at any time by writing to us. We may end it with six months’ notice, and at once only if the law forbids us to go on.',
          'When storage ends, you choose whether the vials go to another tissue bank or are destroyed. If we hear nothing from you for 90 days after two reminders, one of them by post, we may destroy them.',
        ],
      },
      {
        heading: 'How vials leave',
        kind: 'clauses',
        items: [
          'Vials are released only on your own written order, and only to a physician, clinic or tissue bank that may lawfully receive them.',
          'We pack them for the journey and hand them to a carrier of medical goods. Every shipment is recorded with its date and tracking number.',
          'Storing is not a treatment. We do not recommend any use of the cells, and we make no promise about what they may be good for.',
        ],
      },
      {
        heading: 'Fees',
        kind: 'clauses',
        items: [
          'The fees for storage and for shipments are those of the price list you were given. We tell you of a change at least 60 days before.',
          'If a fee stays unpaid for 90 days after two reminders, we may end the storage as if we had given notice.',
        ],
      },
      {
        heading: 'If something goes wrong',
        kind: 'clauses',
        items: [
          'We take the care that a tissue bank has to take. If vials are lost or harmed by our fault, we answer for it as the law says.',
          'We cannot answer for what nobody can prevent, such as earthquake, flood or war.',
          'If you die or can no longer decide for yourself, the person who lawfully acts for you takes your place in this agreement.',
        ],
      },
      {
        heading: 'Data and general terms',
        kind: 'clauses',
        items: [
          'We keep your name, how to reach you and the record of your vials, as long as the law for tissue banks requires. Please tell us when your address changes.',
          'If a part of this agreement is not valid, the rest of it is. Changes are made in writing and are signed by both sides.',
        ],
      },
    ],
    declaration:
      'I have read this agreement and understood it. I ask that my vials be stored as it says. I sign of my own free will and could ask questions before.',
  };
}
