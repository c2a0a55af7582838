/** Addresses are free text here, while the carrier accepts only place codes. */

const US_STATES =
  'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,District of Columbia DC,Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Puerto Rico PR,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,West Virginia WV,Wisconsin WI,Wyoming WY';
const CANADIAN_PROVINCES =
  'Alberta AB,British Columbia BC,Manitoba MB,New Brunswick NB,Newfoundland and Labrador NL,Northwest Territories NT,Nova Scotia NS,Nunavut NU,Ontario ON,Prince Edward Island PE,Quebec QC,Saskatchewan SK,Yukon YT';

const states = new Map([
  ['US', namesFrom(US_STATES)],
  ['CA', namesFrom(CANADIAN_PROVINCES)],
]);

const OTHER_NAMES = { usa: 'US', 'u.s.a.': 'US', 'united states of america': 'US' };

/** 'United States' or 'us' → 'US'; null for an unknown country. */
export function countryCodeOf(country: string): string | null {
  return countries().get(country.trim().toLowerCase()) ?? null;
}

/** 'Texas' or 'tx' → 'TX'; empty where a label needs no state for the country, null for an unknown state. */
export function stateCodeOf(state: string, countryCode: string): string | null {
  const known = states.get(countryCode);
  return known ? (known.get(state.trim().toLowerCase()) ?? null) : '';
}

/** Maps names and codes to codes. */
function namesFrom(list: string): Map<string, string> {
  return new Map(
    list.split(',').flatMap((entry) => {
      const [name, code] = [entry.slice(0, -3), entry.slice(-2)];
      return [
        [name.toLowerCase(), code],
        [code.toLowerCase(), code],
      ] as const;
    }),
  );
}

let byName: Map<string, string> | null = null;

/** Maps the English name and the code of every country to its code. */
function countries(): Map<string, string> {
  byName ??= new Map([...everyCountry(), ...Object.entries(OTHER_NAMES)]);
  return byName;
}

function everyCountry(): (readonly [string, string])[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((written) => {
      const name = names.of(written);
      // Intl.Locale maps a withdrawn code to its successor: UK to GB.
      const code = name && new Intl.Locale(`und-${written}`).region;
      return code ? ([[name.toLowerCase(), code] as const, [written.toLowerCase(), code] as const] as const) : [];
    });
}
