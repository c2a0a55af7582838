const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI ' +
  'KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB ' +
  'SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

const UNITED_STATES = 'US';

const US_STATES = (
  'Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, ' +
  'District of Columbia, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, ' +
  'Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, ' +
  'Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, ' +
  'Ohio, Oklahoma, Oregon, Pennsylvania, Puerto Rico, Rhode Island, South Carolina, South Dakota, ' +
  'Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming'
).split(', ');

const codesByName = new Map<string, string>();
let names: readonly string[] | null = null;

/** All countries by English name, in alphabetical order. */
export function countryNames(): readonly string[] {
  if (names) return names;
  const english = new Intl.DisplayNames('en', { type: 'region' });
  for (const code of CODES.split(' ')) codesByName.set((english.of(code) ?? code).toLowerCase(), code);
  names = CODES.split(' ')
    .map((code) => english.of(code) ?? code)
    .toSorted((left, right) => left.localeCompare(right, 'en'));
  return names;
}

/** 'Norway' → 'NO'; a code stays as it is; any other text gives ''. */
export function countryCode(typed: string): string {
  countryNames();
  const text = typed.trim();
  const code = text.toUpperCase();
  if (/^USA$|^UNITED STATES OF AMERICA$/.test(code)) return UNITED_STATES;
  if (code.length === 2 && CODES.split(' ').includes(code)) return code;
  return codesByName.get(text.toLowerCase()) ?? '';
}

/** Suggestions for a state; only for the United States, which is also assumed without a country. */
export function stateNames(country: string): readonly string[] {
  return country.trim() === '' || countryCode(country) === UNITED_STATES ? US_STATES : [];
}
