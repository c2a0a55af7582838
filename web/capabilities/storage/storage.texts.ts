import type { PlaceKind } from '@vialkeep/contract/places.ts';
import type { CountFinding, CountResolution } from '@vialkeep/contract/stock-counts.ts';

const kinds: Readonly<Record<PlaceKind, string>> = {
  facility: 'Facility',
  freezer: 'Freezer',
  rack: 'Rack',
  box: 'Box',
};

/** 'Freezer LN2-1', but 'Box 1': people name most places by their kind already. */
function nameOfPlace({ kind, name }: { readonly kind: PlaceKind; readonly name: string }): string {
  return name.toLowerCase().startsWith(kinds[kind].toLowerCase()) ? name : `${kinds[kind]} ${name}`;
}

export const storageTexts = {
  title: 'Storage',
  loading: 'Loading storage…',
  failed: 'The storage could not be loaded.',
  kinds,
  nameOf: nameOfPlace,
  path: 'Where it stands',
  places: 'Places',
  none: 'Nothing stands here yet.',
  noneYet: 'There is no place yet. Add a facility first.',
  filled: (filled: number, capacity: number) => `${filled} of ${capacity}`,
  free: (count: number) => (count === 1 ? '1 position free' : `${count} positions free`),
  columns: { name: 'Name', kind: 'Kind', code: 'Code', filled: 'Filled' },
  retired: 'Retired. Nothing is put here any more.',
  // Scans
  scanHere: 'Scan a box to fill it.',
  fill: 'Fill',
  filling: 'Filling: scan vials.',
  fillingAt: (label: string) => `Filling: the next vial goes to ${label}.`,
  scanBox: 'Scan a box first.',
  opened: (name: string) => `${name}. Scan vials to fill it.`,
  pressFill: 'Press Fill or scan the box first.',
  unknownPlace: 'No place here has this code.',
  notFillable: 'This is not the code of a box or a vial.',
  placed: (code: string, label: string, box: string) => `Vial ${code} is in ${label} of ${box}.`,
  moved: (code: string, label: string, box: string, from: string) =>
    `Vial ${code} is in ${label} of ${box}. It was in ${from}.`,
  taken: (code: string, label: string, box: string) => `Vial ${code} was taken out of ${label} of ${box}.`,
  // Box
  grid: (name: string) => `Positions of ${name}`,
  empty: (label: string) => `${label}, empty`,
  vial: (label: string, code: string) => `${label}, vial ${code}`,
  held: ', in quarantine',
  reserved: ', reserved',
  takeOut: 'Take out',
  fillFrom: 'Put the next vial here',
  keys: 'Arrow keys move between positions. Enter on a free one puts the next vial there.',
  legend: 'Signs',
  legendVial: 'Vial',
  legendHeld: 'In quarantine',
  legendReserved: 'Reserved',
  // Changes
  add: 'Add',
  addTitle: 'Add a place',
  change: 'Change',
  changeTitle: 'Change a place',
  kind: 'Kind',
  name: 'Name',
  rows: 'Rows',
  size: 'Columns',
  into: 'Stands in',
  save: 'Save',
  cancel: 'Cancel',
  added: (name: string, code: string) => `${name} was added. Its code is ${code}.`,
  saved: (name: string) => `${name} was saved.`,
  retire: 'Retire',
  retireTitle: 'Retire this place?',
  retireQuestion: 'It gets no vials any more and cannot be brought back. It must be empty.',
  count: 'Count',
} as const;

const findings: Readonly<Record<CountFinding, string>> = {
  right: 'Right',
  wrong_position: 'Another position',
  elsewhere: 'Belongs elsewhere',
  unplaced: 'Had no position',
  gone: 'Not in store',
  unknown: 'Not known',
  missing: 'Not scanned',
};

const resolutions: Readonly<Record<CountResolution, string>> = {
  move_here: 'Move here',
  mark_missing: 'Mark missing',
  leave: 'Leave',
};

export const countTexts = {
  title: 'Stock Counts',
  lead: 'Scan a box to begin or go on with its count.',
  loading: 'Loading counts…',
  failed: 'The counts could not be loaded.',
  noneYet: 'No box was counted yet.',
  list: 'Counts',
  columns: { box: 'Box', begun: 'Begun', closed: 'Closed', scanned: 'Scanned' },
  open: 'Open',
  older: 'Older counts',
  newer: 'Newer counts',
  notBox: 'Scan a box.',
  countOf: (name: string) => `Count of ${name}`,
  progress: (scanned: number, expected: number) => `${scanned} scanned, ${expected} should be there.`,
  closedOn: (when: string) => `Closed ${when}`,
  scanned: (code: string, finding: string) => `${code}: ${finding}`,
  recorded: (where: string) => `By the records: ${where}`,
  findings,
  resolutions,
  differences: 'Differences',
  noDifference: 'No difference.',
  lines: { code: 'Code', position: 'Position', finding: 'Finding', decision: 'Decision' },
  decide: (resolution: string, code: string) => `${resolution} ${code}`,
  note: (code: string) => `Why ${code} is left`,
  close: 'Close count',
  undecided: (count: number) => (count === 1 ? '1 difference is undecided.' : `${count} differences are undecided.`),
  done: 'The count is closed.',
} as const;
