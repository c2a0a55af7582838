import { useNavigate } from '@tanstack/react-router';
import { parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { vialToSend } from '@vialkeep/contract/named-vial.ts';
import { listPlaces, type PlaceDetails, placeVial, readPlace, takeVial } from '@vialkeep/contract/places.ts';
import { useEffect, useRef, useState } from 'react';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import type { Scan } from '../../components/bench/scan-input.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useInOrder } from '../../components/bench/use-in-order.ts';
import { type Failure, failureOf } from '../../kernel/api/failure.ts';
import { readAnew, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { newUuid } from '../../kernel/new-uuid.ts';
import { storageTexts as texts } from './storage.texts.ts';

const refreshes = [readPlace, listPlaces];

type BoxToFill = Pick<PlaceDetails, 'id' | 'code'>;

type Shown = {
  /** The place in the address. */
  readonly id: number | null;
  /** The place as it was read, if it is a box in use. */
  readonly box: PlaceDetails | null;
  /** The address says that the box is being filled. */
  readonly isFilling: boolean;
};

/** Scans of the storage page: a box opens and is filled, a vial goes into the box that is being filled. */
export function useFill({ id, box, isFilling }: Shown) {
  const feedback = useScanFeedback();
  const { showRight } = feedback;
  const lab = useBenchLab();
  const navigate = useNavigate();
  const runInOrder = useInOrder();
  const [target, setTarget] = useState<number | null>(null);
  // Scans come faster than pages are drawn: each one reads what the one before it has opened.
  const current = useRef<{ filled: number | null; box: BoxToFill | null; target: number | null }>({
    filled: null,
    box: null,
    target: null,
  });
  useEffect(() => {
    current.current = { filled: isFilling ? id : null, box: isFilling ? box : null, target };
  }, [id, box, isFilling, target]);
  const [openedId, openedName] = isFilling && box ? [box.id, box.name] : [null, ''];
  useEffect(() => {
    if (openedId !== null) showRight(texts.opened(openedName));
  }, [openedId, openedName, showRight]);
  const onRefused = (failure: Failure) => feedback.showFailure(failure);
  const placing = useCommand(placeVial, { refreshes, onRefused });
  const taking = useCommand(takeVial, { refreshes, onRefused });

  const openPlace = async (code: string) => {
    try {
      const { results } = await readAnew(listPlaces, { query: { ...lab.inQuery, code } });
      const [place] = results;
      if (!place) return feedback.showWrong(texts.unknownPlace);
      const fills = place.kind === 'box';
      if (!fills) feedback.clear();
      setTarget(null);
      await navigate(
        linkTo(addresses.storagePlace, { id: place.id }, { ...lab.inLink, ...(fills ? { fill: 1 } : {}) }),
      );
    } catch (error) {
      feedback.showFailure(failureOf(error));
    }
  };

  /** The box that is being filled, read where the page has not drawn it yet. */
  const findBox = async (): Promise<BoxToFill | null> => {
    const { box: drawn, filled } = current.current;
    if (drawn || filled === null) return drawn;
    const read = await readAnew(readPlace, { params: { id: filled } });
    return read.kind === 'box' ? read : null;
  };

  const placeIntoBox = async (code: string, input: Scan['input']) => {
    const into = await findBox().catch(() => null);
    const { target: position } = current.current;
    if (!into) return feedback.showWrong(box ? texts.pressFill : texts.scanBox);
    const scan = { ...lab.inBody, scan_id: newUuid(), input };
    const answer = await placing.run({
      body: { ...scan, vial_code: code, box_code: into.code, ...(position === null ? {} : { position }) },
    });
    if (!answer) return;
    current.current = { ...current.current, target: null };
    setTarget(null);
    const { vial_code, label, moved_from } = answer;
    const from = moved_from && `${moved_from.label} of ${moved_from.box.name}`;
    showRight(
      from ? texts.moved(vial_code, label, answer.box.name, from) : texts.placed(vial_code, label, answer.box.name),
    );
  };

  return {
    feedback: feedback.feedback,
    busy: placing.busy || taking.busy,
    target,
    setTarget,
    judge: ({ text, input }: Scan) =>
      runInOrder(async () => {
        const code = parseBenchCode(text);
        const vial = vialToSend(text);
        if (code?.kind === 'place') await openPlace(code.code);
        else if (vial !== null) await placeIntoBox(vial, input);
        else feedback.showWrong(texts.notFillable);
      }),
    takeOut: (code: string) =>
      runInOrder(async () => {
        const scan = { ...lab.inBody, scan_id: newUuid(), input: 'typed' as const };
        const answer = await taking.run({ body: { ...scan, vial_code: code } });
        if (!answer) return;
        const { label, box: from } = answer.moved_from;
        showRight(texts.taken(answer.vial_code, label, from.name));
      }),
  };
}
