import { formatBenchCode, parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { listCentersOfLab } from '@vialkeep/contract/centers.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listKits, listLots, sendKits } from '@vialkeep/contract/kits.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchList } from '../../components/bench/bench-fields.tsx';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useInOrder } from '../../components/bench/use-in-order.ts';
import { useScanIds } from '../../components/bench/use-scan-ids.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { Card } from '../../ui/layout/card.tsx';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.kits;

/** Sends each scanned kit to the chosen clinic. */
export function SendKits({ lab, said }: BenchStep) {
  const [center, setCenter] = useState('');
  const ids = useScanIds();
  const inOrder = useInOrder();
  const clinics = useApi(listCentersOfLab, { params: { id: String(lab.id) } });
  const send = useCommand(sendKits, {
    refreshes: [listKits, listLots],
    onDone: ({ kits }) => {
      ids.confirm();
      for (const { code, center: clinic } of kits) {
        said.showRight(texts.sentTo(formatBenchCode({ kind: 'kit', code }), clinic?.company ?? ''));
      }
    },
    onRefused: said.showFailure,
  });
  const scan = ({ text, input }: Scan) => {
    const code = parseBenchCode(text);
    const center_id = UserId.safeParse(Number(center));
    if (!center_id.success) return said.showWrong(texts.chooseFirst);
    if (code?.kind !== 'kit') return said.showWrong(intakeTexts.noCode);
    const act = { ...lab.inBody, input, codes: [text], center_id: center_id.data };
    inOrder(async () => {
      await send.run({ body: { ...act, scan_id: ids.idFor(act) } });
    });
  };
  const options = (clinics.data ?? []).map(({ id, company }) => ({ value: String(id), label: company }));
  return (
    <Card title={texts.sendTitle}>
      <p className={classes.lead}>{texts.sendLead}</p>
      <div className={classes.steps}>
        <BenchList
          label={texts.center}
          value={center}
          onChange={setCenter}
          options={[{ value: '', label: texts.chooseClinic }, ...options]}
          problem={send.refusal?.fields['center_id']}
        />
        <ScanInput onScan={scan} busy={send.busy} />
      </div>
    </Card>
  );
}
