import type { PaperBody } from '../../ports/document-text.ts';

export function centerAttestationText(brand: string): PaperBody {
  return {
    version: 'Harvest Center Attestation 1',
    introduction: [
      `A harvest center collects tissue from its own patients and sends it to a laboratory of the ${brand} network. With this attestation the center states that it may do so, and how it will.`,
    ],
    sections: [
      {
        heading: 'Who we are',
        kind: 'statements',
        lead: 'For the harvest center I state that',
        items: [
          'I am entitled to sign for the harvest center named above.',
          'Tissue is collected only by, or under the direct supervision of, a physician whose license is valid where the collection takes place.',
          'The center holds the permits and the insurance that the law asks for, and will say so at once if one of them ends.',
        ],
      },
      {
        heading: 'How we work with patients',
        kind: 'clauses',
        items: [
          'We examine every patient before collecting tissue, and go through the screening questionnaire with them in a language they understand.',
          'We collect no tissue before the patient has signed the screening questionnaire, the processing agreement and the storage agreement.',
          `We make no claim, in speech, print or advertisement, that tissue or cells kept by ${brand} treat, cure or prevent an illness.`,
          'We decide by our own medical judgement whether a collection is right for a patient, and answer for the procedure and for the care after it.',
        ],
      },
      {
        heading: 'How we handle tissue',
        kind: 'clauses',
        items: [
          'We use the kits and follow the instructions that come with them. Every container is labeled in the presence of the patient.',
          'We hand tissue to the carrier on the day it is collected, and record the shipment in the portal.',
          'We report a mistake, an infection or any other incident that may touch the safety of tissue or of people without delay, at the latest on the next working day.',
        ],
      },
      {
        heading: 'Records and privacy',
        kind: 'clauses',
        items: [
          'What we enter in the portal is true, and each of our people uses an account of their own. Passwords are not shared.',
          'We treat patients’ data as health information. We open it only for our own patients and only where the work needs it.',
          `We keep our records as long as the law requires, and show them to ${brand} or to an authority that may ask for them.`,
        ],
      },
      {
        heading: 'General',
        kind: 'clauses',
        items: [
          'This attestation holds until it is withdrawn in writing. What has been collected until then is handled as it says.',
          'If a part of it is not valid, the rest of it is.',
        ],
      },
    ],
    declaration:
      'I have read this attestation and understood it. What it states is true, and the harvest center will act as it says. I am entitled to sign for the center.',
  };
}
