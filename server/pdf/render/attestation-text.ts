import type { PaperBody } from '../../ports/document-text.ts';

/** The screening questionnaire as statements: a signature under sentences proves more than one under ticked boxes. */
export function attestationText(brand: string): PaperBody {
  return {
    version: 'Attestation 1',
    introduction: [
      `Before tissue is collected, ${brand} needs to know whether collecting and keeping it is safe for you and for the people who handle it. Please read every statement below.`,
      'Sign only if every statement is true for you. If one is not, or if you are not sure, do not sign: speak to your harvest center first. You will not be treated differently for asking.',
    ],
    sections: [
      {
        heading: 'About me',
        kind: 'statements',
        lead: 'I state that',
        items: [
          'I am at least 18 years old and can decide for myself about medical procedures.',
          'The name at the top of this document is mine, and it is written as on my identity document.',
          'I have told my harvest center of every illness, operation and allergy that I know of.',
          'I have told my harvest center of every medicine I take, including those I take without a prescription.',
        ],
      },
      {
        heading: 'Infections',
        kind: 'statements',
        lead: 'To the best of my knowledge',
        items: [
          'I have never had a positive test for HIV 1 or 2, hepatitis B, hepatitis C, HTLV or untreated syphilis.',
          'I have no fever, no infection and no open wound where tissue is to be collected, and I have taken no antibiotics in the last 14 days.',
          'In the last 12 months I have not been in close contact with the blood of a person who has one of these infections.',
          'In the last 12 months I have not been tattooed or pierced with equipment that may have been used on somebody else.',
          'I have never been told that I have, or may have, Creutzfeldt-Jakob disease or another prion disease, and none of my blood relatives has.',
        ],
      },
      {
        heading: 'General health',
        kind: 'statements',
        lead: 'To the best of my knowledge',
        items: [
          'I do not have cancer now, and I have not been treated for cancer in the last five years, apart from skin cancer that was fully removed and is not melanoma.',
          'I have no bleeding disorder, and if I take medicines that thin the blood, my harvest center knows.',
          'I have never received an organ, tissue or cells from an animal.',
          'I am not pregnant, and I have not been pregnant in the last six weeks.',
        ],
      },
      {
        heading: 'What I understand',
        kind: 'clauses',
        items: [
          `The harvest center collects a small amount of fat tissue from my body. ${brand} does not perform the procedure and does not decide whether it is right for me.`,
          'A sample of my blood or tissue may be tested for the infections named above. The law may require that a positive result is reported to a health authority.',
          `If an answer turns out to be wrong or changes, I will tell my harvest center without delay. ${brand} may then decline to process or keep my tissue.`,
          'My answers are health information. They are read only by the people who need them to collect, process and keep my tissue, and are stored as long as the law requires.',
          'Taking part is my own choice. Until my tissue is collected I may withdraw at any time, without giving a reason.',
        ],
      },
    ],
    declaration:
      'I have read this questionnaire and understood it. Every statement in it is true and complete to the best of my knowledge. I could ask questions, and they were answered.',
  };
}
