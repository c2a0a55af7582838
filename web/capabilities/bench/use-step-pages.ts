import { useNavigate } from '@tanstack/react-router';
import type { ScannedThing } from '@vialkeep/contract/bench.ts';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import type { StepHandlers } from './thing-card.tsx';

/** Opens the page on which a next step is made. */
export function useStepPages(): StepHandlers {
  const { inLink } = useBenchLab();
  const navigate = useNavigate();
  const toOrder = ({ id, order_id = id ?? 0 }: ScannedThing) =>
    void navigate(linkTo(addresses.benchOrder, { id: order_id }, inLink));
  const toBatch = ({ kind, id }: ScannedThing) =>
    void navigate(
      kind === 'batch' && id !== null
        ? linkTo(addresses.benchBatch, { id }, inLink)
        : linkTo(addresses.benchBatches, {}, inLink),
    );
  const toPlace = ({ id }: ScannedThing, search: { fill?: 1 } = {}) =>
    void navigate(linkTo(addresses.storagePlace, { id: id ?? 0 }, { ...inLink, ...search }));
  const toLots = () => void navigate(linkTo(addresses.benchLots, {}, inLink));
  return {
    open_passport: ({ code }) => void navigate(linkTo(addresses.vialPassport, { code }, inLink)),
    place_vial: () => void navigate(linkTo(addresses.storage, {}, inLink)),
    pick_vial: toOrder,
    pack_vial: toOrder,
    open_order: toOrder,
    pick_order: toOrder,
    pack_order: toOrder,
    ship_order: toOrder,
    deliver_order: toOrder,
    release_vial: ({ code }) => void navigate(linkTo(addresses.benchRelease, {}, { ...inLink, vial: code })),
    send_kit: toLots,
    void_kit: toLots,
    register_lot: toLots,
    add_kits: toLots,
    receive_tissue: ({ kind, code }) =>
      void navigate(linkTo(addresses.benchNewArrival, {}, { ...inLink, ...(kind === 'kit' ? { kit: code } : {}) })),
    open_place: (thing) => toPlace(thing),
    fill_box: (thing) => toPlace(thing, { fill: 1 }),
    count_box: () => void navigate(linkTo(addresses.stockCounts, {}, inLink)),
    open_batch: toBatch,
    use_lot: toBatch,
    record_qc: toBatch,
    add_vials: toBatch,
    close_batch: toBatch,
  };
}
