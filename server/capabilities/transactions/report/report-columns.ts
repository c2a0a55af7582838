/** The cell type of a number of a transaction. */
export type CellKind = 'number' | 'amount' | 'yesOrNo' | 'domain' | 'product' | 'person' | 'company';

export type ColumnGroup = {
  readonly of: string;
  readonly cells: readonly (readonly [column: string, kind: CellKind])[];
};

/**
 * The columns of the export files: those of the screen, with the ids that it shows on hover. The id and the time before
 * them and the coupon code are written separately.
 */
const stretches = {
  place: [
    { of: 'domain_id', cells: [['Domain', 'domain']] },
    {
      of: 'center_id',
      cells: [
        ['HC ID', 'number'],
        ['HC', 'company'],
      ],
    },
    {
      of: 'referral_center_id',
      cells: [
        ['RHC ID', 'number'],
        ['RHC', 'company'],
      ],
    },
    { of: 'staff_id', cells: [['HC Staff', 'person']] },
  ],
  patient: [
    {
      of: 'patient_id',
      cells: [
        ['Patient ID', 'number'],
        ['Patient', 'person'],
      ],
    },
  ],
  chain: [
    {
      of: 'rep_id',
      cells: [
        ['SR ID', 'number'],
        ['SR Name', 'person'],
      ],
    },
    {
      of: 'manager_id',
      cells: [
        ['SM ID', 'number'],
        ['SM Name', 'person'],
      ],
    },
    {
      of: 'distributor_id',
      cells: [
        ['SD ID', 'number'],
        ['SD Name', 'person'],
      ],
    },
  ],
  goods: [
    { of: 'product_id', cells: [['Product', 'product']] },
    { of: 'quantity', cells: [['Qty', 'number']] },
    { of: 'amount_cents', cells: [['Amount', 'amount']] },
  ],
  terms: [
    { of: 'discount_cents', cells: [['Coupon Code Amount', 'amount']] },
    { of: 'commission_paid', cells: [['Commission Paid?', 'yesOrNo']] },
  ],
} as const satisfies Readonly<Record<string, readonly ColumnGroup[]>>;

type ColumnRun = keyof typeof stretches;

/** Runs of columns whose numbers often repeat together, so that their cells are formatted once and cached. */
const groups = {
  who: ['place', 'chain'],
  patient: ['patient'],
  sale: ['goods', 'terms'],
} as const satisfies Readonly<Record<string, readonly ColumnRun[]>>;

export type Group = keyof typeof groups;

export const groupNames = ['who', 'patient', 'sale'] as const satisfies Group[];

export const reportColumns: readonly string[] = [
  'Transaction ID',
  'Transaction Date',
  ...columnsOf('place'),
  ...columnsOf('patient'),
  ...columnsOf('chain'),
  ...columnsOf('goods'),
  'Coupon Code Used',
  ...columnsOf('terms'),
];

/** The column runs of a group, each with the numbers that its cells are written from. */
export function columnRuns(group: Group): readonly (readonly ColumnGroup[])[] {
  return groups[group].map((stretch) => stretches[stretch]);
}

function columnsOf(stretch: ColumnRun): string[] {
  return stretches[stretch].flatMap(({ cells }) => cells.map(([column]) => column));
}
