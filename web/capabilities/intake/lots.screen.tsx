import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import {
  KITS_PER_PAGE,
  type Kit,
  KitState,
  LOTS_PER_PAGE,
  type Lot,
  listKits,
  listLots,
} from '@vialkeep/contract/kits.ts';
import { useState } from 'react';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { PrintLabels } from '../../components/bench/labels/print-labels.modal.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount, formatListed } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { AddKits } from './add-kits.modal.tsx';
import { CorrectLot } from './correct-lot.modal.tsx';
import { intakeTexts } from './intake.texts.ts';
import { kitColumns, lotColumns } from './lots.columns.tsx';
import { NewLot } from './new-lot.tsx';
import { SendKits } from './send-kits.tsx';
import { useIntakeLab } from './use-intake-lab.ts';
import { VoidKit } from './void-kit.modal.tsx';

const { lots: texts, kits: kitTexts } = intakeTexts;
type Tab = 'register' | 'send';

/** Lots are registered, get their kits with labels, and these are sent to clinics. */
export function LotsScreen() {
  const lab = useIntakeLab();
  const said = useScanFeedback();
  const [tab, setTab] = useState<Tab>('register');
  const [lot, setLot] = useState<Lot | null>(null);
  const [wrong, setWrong] = useState<Lot | null>(null);
  const [kit, setKit] = useState<Kit | null>(null);
  const [printing, setPrinting] = useState<readonly string[] | null>(null);
  const print = (kits: readonly Kit[]) => setPrinting(kits.map(codeOnLabel));
  const printed = (words: string) => {
    setPrinting(null);
    said.showRight(words);
  };
  return (
    <Screen
      title={texts.title}
      actions={
        <>
          <Button onClick={() => setTab('register')}>{texts.register}</Button>
          <Button onClick={() => setTab('send')}>{kitTexts.sendTitle}</Button>
        </>
      }
    >
      <ScanBand feedback={said.feedback} />
      {tab === 'register' ? <NewLot lab={lab} said={said} /> : <SendKits lab={lab} said={said} />}
      <LotTable inQuery={lab.inQuery} onAddKits={setLot} onCorrect={setWrong} />
      <KitTable inQuery={lab.inQuery} onPrint={(one) => print([one])} onVoid={setKit} />
      {lot && <AddKits lot={lot} lab={lab} said={said} onAdded={print} onClose={() => setLot(null)} />}
      {wrong && <CorrectLot lot={wrong} lab={lab} said={said} onClose={() => setWrong(null)} />}
      {kit && <VoidKit kit={kit} lab={lab} said={said} onClose={() => setKit(null)} />}
      <PrintLabels codes={printing} onDone={printed} onClose={() => setPrinting(null)} />
    </Screen>
  );
}

type InQuery = { readonly lab_id?: string };

type LotActions = { readonly onAddKits: (lot: Lot) => void; readonly onCorrect: (lot: Lot) => void };

function LotTable({ inQuery, onAddKits, onCorrect }: LotActions & { inQuery: InQuery }) {
  const state = useTableState({ pageSize: LOTS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const query = { ...inQuery, limit: state.pageSize, offset: state.offset };
  const lots = useApi(listLots, { query }, { keepPrevious: true });
  return (
    <Card title={texts.title} flush>
      <DataTable
        name="lots"
        label={texts.title}
        page={lots}
        state={state}
        columns={lotColumns}
        rowName={({ lot }) => texts.rowName(lot)}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        summary={lots.data && texts.total(formatCount(lots.data.count))}
        rowInline={(lot) => (
          <>
            {lot.kind === 'kit' && (
              <Button size="xs" onClick={() => onAddKits(lot)}>
                {texts.addKits}
                <span className="visually-hidden"> {texts.rowName(lot.lot)}</span>
              </Button>
            )}
            <Button size="xs" onClick={() => onCorrect(lot)}>
              {texts.correct}
              <span className="visually-hidden"> {texts.rowName(lot.lot)}</span>
            </Button>
          </>
        )}
      />
    </Card>
  );
}

type KitActions = { readonly onPrint: (kit: Kit) => void; readonly onVoid: (kit: Kit) => void };

function KitTable({ inQuery, onPrint, onVoid }: KitActions & { inQuery: InQuery }) {
  const state = useTableState({ pageSize: KITS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS, scope: 'kits' });
  const filter = KitState.safeParse(state.filters.state);
  const query = {
    ...inQuery,
    ...(filter.success ? { state: filter.data } : {}),
    limit: state.pageSize,
    offset: state.offset,
  };
  const kits = useApi(listKits, { query }, { keepPrevious: true });
  return (
    <Card title={kitTexts.title} flush>
      <DataTable
        name="kits"
        label={kitTexts.title}
        page={kits}
        state={state}
        columns={kitColumns}
        rowName={nameKit}
        texts={{ loading: kitTexts.loading }}
        emptyHint={kitTexts.noneYet}
        filters={[
          {
            key: 'state',
            label: kitTexts.state,
            options: KitState.options.map((value) => ({ value, label: kitTexts.states[value] })),
          },
        ]}
        summary={kits.data && kitTexts.total(formatListed(kits.data.count))}
        rowInline={(kit) =>
          kit.state !== 'void' && (
            <>
              <Button size="xs" onClick={() => onPrint(kit)}>
                {kitTexts.printLabel}
                <span className="visually-hidden"> {nameKit(kit)}</span>
              </Button>
              <Button size="xs" kind="danger" onClick={() => onVoid(kit)}>
                {kitTexts.makeVoid}
                <span className="visually-hidden"> {nameKit(kit)}</span>
              </Button>
            </>
          )
        }
      />
    </Card>
  );
}

function nameKit(kit: Kit): string {
  return kitTexts.rowName(codeOnLabel(kit));
}

function codeOnLabel({ code }: Kit): string {
  return formatBenchCode({ kind: 'kit', code });
}
