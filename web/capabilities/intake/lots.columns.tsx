import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import type { Kit, Lot } from '@vialkeep/contract/kits.ts';
import classes from '../../components/bench/bench.module.css';
import {
  customColumn,
  dateTimeColumn,
  dayColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from '../../ui/layout/columns.tsx';
import { intakeTexts } from './intake.texts.ts';

const { lots: texts, kits: kitTexts } = intakeTexts;
const fixed = { sort: false } as const;

export const lotColumns = [
  textColumn<Lot>(texts.lot, ({ lot }) => lot, fixed),
  textColumn<Lot>(texts.name, ({ name, kind }) => `${name} (${texts.kinds[kind]})`, fixed),
  statusColumn<Lot>(texts.state, (lot) => stateOfLot(lot), fixed),
  dayColumn<Lot>(texts.expires, ({ expires_on }) => expires_on, fixed),
  numberColumn<Lot>(texts.inStock, ({ kits }) => kits.in_stock, { ...fixed, priority: 2 }),
  numberColumn<Lot>(texts.sent, ({ kits }) => kits.sent, { ...fixed, priority: 2 }),
  numberColumn<Lot>(texts.used, ({ kits }) => kits.used, { ...fixed, priority: 3 }),
];

function stateOfLot({ is_held, is_expired }: Lot) {
  if (is_held) return { text: texts.held, tone: 'failed' as const };
  return is_expired ? { text: texts.expired, tone: 'waiting' as const } : { text: texts.good, tone: 'done' as const };
}

function codeOf({ code }: Kit): string {
  return formatBenchCode({ kind: 'kit', code });
}

export const kitColumns = [
  customColumn<Kit>(kitTexts.code, (kit) => <span className={classes.oneLine}>{codeOf(kit)}</span>, {
    ...fixed,
    value: codeOf,
  }),
  textColumn<Kit>(texts.lot, ({ lot }) => lot.lot, fixed),
  textColumn<Kit>(kitTexts.state, ({ state }) => kitTexts.states[state], fixed),
  textColumn<Kit>(kitTexts.center, ({ center }) => center?.company ?? '', { ...fixed, priority: 2 }),
  dateTimeColumn<Kit>(kitTexts.sentAt, ({ sent_at }) => sent_at, { ...fixed, priority: 2 }),
  textColumn<Kit>(kitTexts.serial, ({ serial }) => serial ?? '', { ...fixed, priority: 3 }),
];
