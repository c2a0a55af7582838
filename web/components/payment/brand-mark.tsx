import type { CardBrand } from '@vialkeep/contract/card-number.ts';
import type { ReactNode } from 'react';
import classes from './brand-mark.module.css';
import { brandNames } from './brand-names.ts';

/** A small card in the brand's colours. The drawing resembles the trademark without copying it. */
export function BrandMark({ brand }: { brand: CardBrand }) {
  return (
    <svg className={classes.mark} viewBox="0 0 48 30" role="img" aria-label={brandNames[brand]}>
      <rect className={classes.card} x="0.5" y="0.5" width="47" height="29" rx="4.5" />
      {drawings[brand]}
    </svg>
  );
}

const word = (text: string, fill: string, size = 12) => (
  <text x="24" y="19.5" textAnchor="middle" fontSize={size} fontWeight="800" fontStyle="italic" fill={fill}>
    {text}
  </text>
);

const drawings: Readonly<Record<CardBrand, ReactNode>> = {
  Visa: (
    <>
      <path d="M1 7.5V5a4 4 0 0 1 4-4h38a4 4 0 0 1 4 4v2.5z" fill="#1f3a93" />
      <path d="M1 22.5V25a4 4 0 0 0 4 4h38a4 4 0 0 0 4-4v-2.5z" fill="#e0a021" />
      {word('VISA', '#1f3a93')}
    </>
  ),
  MasterCard: (
    <>
      <circle cx="19.5" cy="15" r="8.5" fill="#d8232a" />
      <circle cx="28.5" cy="15" r="8.5" fill="#f0a11b" />
      <path d="M24 7.8a8.5 8.5 0 0 1 0 14.4 8.5 8.5 0 0 1 0-14.4z" fill="#ee6a1f" />
    </>
  ),
  AmericanExpress: (
    <>
      <rect x="1" y="1" width="46" height="28" rx="4" fill="#1d6fb8" />
      {word('AMEX', '#ffffff')}
    </>
  ),
  Discover: (
    <>
      <path d="M14 29 47 16v9a4 4 0 0 1-4 4z" fill="#e8792b" />
      <text x="24" y="16" textAnchor="middle" fontSize="8.2" fontWeight="700" fill="#26313a">
        DISCOVER
      </text>
    </>
  ),
  DinersClub: (
    <>
      <circle cx="24" cy="15" r="10" fill="#1b5fa0" />
      <path d="M21.5 8.6a7 7 0 0 0 0 12.8zM26.5 8.6a7 7 0 0 1 0 12.8z" fill="#ffffff" />
    </>
  ),
  JCB: (
    <>
      <rect x="9" y="5" width="9" height="20" rx="3" fill="#1c5ba8" />
      <rect x="19.5" y="5" width="9" height="20" rx="3" fill="#c8252f" />
      <rect x="30" y="5" width="9" height="20" rx="3" fill="#2e8b3d" />
    </>
  ),
  Card: (
    <>
      <rect x="0.5" y="6" width="47" height="6" fill="#5c6c76" />
      <rect x="6" y="18" width="16" height="3.5" rx="1.5" fill="#b4c0c7" />
    </>
  ),
};
