import type { DocumentText, PaperBody } from '../../ports/document-text.ts';
import { attestationText } from './attestation-text.ts';
import { centerAttestationText } from './center-attestation-text.ts';
import { processingText } from './processing-text.ts';
import { storageText } from './storage-text.ts';

export type PaperKind = 'attestation' | 'processing' | 'storage' | 'hc_attestation';

/** The metadata and parties of a document. Parties that are not known yet are left out. */
export type PdfInput = {
  readonly kind: PaperKind;
  readonly site: PaperSite;
  readonly patient?: { readonly name: string; readonly email?: string };
  readonly center?: { readonly company?: string; readonly representative?: string; readonly email?: string };
  readonly date: Date;
  /** The product's id of the document, printed at the foot of every page. */
  readonly reference: string;
};

export type PaperSite = {
  readonly brand: string;
  readonly product: string;
  /** #rrggbb */
  readonly colour: string;
  readonly name: string;
  /** PNG or JPEG. */
  readonly logo?: Uint8Array;
};

export function paperTitle(kind: PaperKind, { brand }: Pick<PaperSite, 'brand'>): string {
  return `${brand} ${names[kind]}`;
}

export function paperText(facts: PdfInput): DocumentText {
  const { kind, site, patient, center } = facts;
  const isOfCenter = kind === 'hc_attestation';
  return {
    title: paperTitle(kind, site),
    notice: `Sample text for legal review. It is not legal advice, and ${site.brand} makes no promise of treatment or cure.`,
    parties: [
      ...(isOfCenter ? [] : [{ label: 'Patient', value: formatParty(patient?.name, patient?.email) }]),
      { label: 'Harvest center', value: formatParty(center?.company, isOfCenter ? undefined : center?.email) },
      ...(isOfCenter
        ? [{ label: 'Signing for the center', value: formatParty(center?.representative, center?.email) }]
        : []),
      {
        label: 'Tissue bank',
        value: site.product === site.brand ? site.brand : `${site.brand}, a ${site.product} site`,
      },
      { label: 'Date', value: longDay(facts.date) },
    ],
    ...bodies[kind](site.brand),
    signer: (isOfCenter ? center?.representative : patient?.name)?.trim() ?? '',
  };
}

/** 15 November 2026, the day in UTC. */
export function longDay(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

const names: Record<PaperKind, string> = {
  attestation: 'Screening Questionnaire and Attestation',
  processing: 'Official Processing',
  storage: 'Official Storage Agreement',
  hc_attestation: 'Harvest Center Attestation',
};

const bodies: Record<PaperKind, (brand: string) => PaperBody> = {
  attestation: attestationText,
  processing: processingText,
  storage: storageText,
  hc_attestation: centerAttestationText,
};

function formatParty(name: string | undefined, email: string | undefined): string {
  const parts = [name?.trim(), email?.trim()].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? 'Not known yet' : parts.join(', ');
}
