import { closeDeviation } from '@vialkeep/contract/release.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { endDeviation, loadDeviation, lockDeviation, requireDeviation } from '../deviations/index.ts';
import { freeLots } from '../intake/index.ts';
import { proveSigner } from '../lab-policy/index.ts';
import { requireSigningBench } from './require-signing-bench.ts';

/** A lot is free again where there was no risk, and stays held otherwise. Vials leave quarantine by a release. */
export const closeDeviationHandler = handle(closeDeviation, async (call) => {
  const { access, db, write, params, body } = call;
  const { deviation } = await requireDeviation(access, db, params.id, body.lab_id);
  const signer = await proveSigner(call, deviation.lab_id, body.signature);
  return write(async (work) => {
    const { lab } = await requireSigningBench(work, access, signer);
    const locked = await lockDeviation(work.db, lab, deviation.id);
    if (locked.state !== 'open') throw refuseBy(closeDeviation, 'deviation_closed');
    await endDeviation(work, lab, signer, locked, { risk: body.risk, conclusion: body.conclusion });
    if (body.risk === 'none') await freeLots(work, lab, deviation.id);
    return loadDeviation(work.db, lab, deviation.id);
  });
});
