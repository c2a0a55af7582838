import type { PaperBody } from '../../ports/document-text.ts';

export function processingText(brand: string): PaperBody {
  return {
    version: 'Processing 1',
    introduction: [
      `This agreement says what happens to your tissue between the day it is collected and the day it is stored. It is between you and ${brand}.`,
    ],
    sections: [
      {
        heading: 'What is done',
        kind: 'clauses',
        items: [
          'Your harvest center collects fat tissue, labels it with a code and sends it to a laboratory by a carrier of medical goods.',
          'The laboratory checks the parcel, prepares cells from the tissue, grows them, and fills them into vials.',
          'The laboratory tests samples of the preparation, among other things for germs. What does not pass is not stored.',
          'Every step is recorded with its date, from the parcel to the vial. You can read the record of your own sample at any time.',
        ],
      },
      {
        heading: 'What cannot be promised',
        kind: 'clauses',
        items: [
          'Living tissue differs from person to person. Nobody can promise how many cells or vials will come of it, or that any will.',
          'A shipment may be delayed or damaged, and a preparation may fail its tests. If so, we tell you and your harvest center what happened and what can be done.',
          'Processing is not a treatment. This agreement says nothing about whether, when or for what the cells may be used; that is a matter between you, a physician and the law of the place.',
        ],
      },
      {
        heading: 'Your tissue stays yours',
        kind: 'clauses',
        items: [
          'The tissue and everything prepared from it belong to you. They are neither sold nor given to anybody else, and are not used for research unless you agree to that in a separate document.',
          'Small samples are used up by the tests. What is left of the tissue after processing is destroyed in the way the law asks for.',
          'You may stop the processing at any time by writing to us. Work that has been done until then is to be paid.',
        ],
      },
      {
        heading: 'Fees and data',
        kind: 'clauses',
        items: [
          'The fee for processing is agreed with your harvest center before the tissue is collected. It is due even if a preparation fails for reasons that lie in the tissue.',
          'We keep your name, how to reach you, and the record of your sample. The laboratory works with the code on the label. We pass on your data only to the harvest center and the laboratory, and where the law requires it.',
          'The records are kept as long as the law for tissue banks requires, also after your tissue has been destroyed or handed over.',
        ],
      },
      {
        heading: 'General',
        kind: 'clauses',
        items: [
          'If a part of this agreement is not valid, the rest of it is.',
          'Changes are made in writing and are signed by both sides.',
        ],
      },
    ],
    declaration:
      'I have read this agreement and understood it. I ask that my tissue be processed as it says. I sign of my own free will and could ask questions before.',
  };
}
