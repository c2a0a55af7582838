import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { PlaceIdInPath } from '@vialkeep/contract/kernel/ids.ts';
import { listPlaces, type PlaceDetails, readPlace } from '@vialkeep/contract/places.ts';
import { beginStockCount, listStockCounts } from '@vialkeep/contract/stock-counts.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { ScanInput } from '../../components/bench/scan-input.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { BoxCard } from './box-card.tsx';
import { ChangePlace } from './change-place.modal.tsx';
import { PlacesTiles } from './places-tiles.tsx';
import classes from './storage.module.css';
import { storageTexts as texts } from './storage.texts.ts';
import { useFill } from './use-fill.ts';

/** The places of a lab: what stands in one, and the positions of a box. */
export function StorageScreen() {
  const known = PlaceIdInPath.safeParse(usePathParams(addresses.storagePlace).id);
  const id = known.success ? known.data : null;
  const lab = useBenchLab();
  const place = useApi(readPlace, { params: { id: id ?? 0 } }, { enabled: id !== null, keepPrevious: false });
  const query = id === null ? { kind: 'facility' as const } : { parent_id: String(id) };
  const inside = useApi(
    listPlaces,
    { query: { ...lab.inQuery, ...query } },
    { enabled: id === null || (place.data !== undefined && place.data.kind !== 'box') },
  );
  const shown = id === null ? null : (place.data ?? null);
  const box = shown?.kind === 'box' && shown.retired_at === null ? shown : null;
  const wantsFill = new URLSearchParams(useLocation().searchStr).has('fill');
  const fill = useFill({ id, box, isFilling: wantsFill });
  const isFilling = wantsFill && box !== null;
  return (
    <Screen title={shown ? texts.nameOf(shown) : texts.title}>
      <ScanBand feedback={fill.feedback} />
      {shown && <Path place={shown} />}
      <Card>
        <ScanInput onScan={fill.judge} busy={fill.busy} />
        <p className={classes.said}>{sayFill(isFilling, fill.target, shown)}</p>
      </Card>
      <PlaceActions place={shown} isFilling={isFilling} />
      {id !== null && !shown ? (
        <Loaded query={place} loading={texts.loading} failed={texts.failed}>
          {() => null}
        </Loaded>
      ) : shown?.kind === 'box' ? (
        <BoxCard box={shown} fill={fill} />
      ) : (
        <Card>
          <h2 className={classes.title}>{texts.places}</h2>
          <Loaded query={inside} loading={texts.loading} failed={texts.failed}>
            {({ results }) =>
              results.length === 0 ? (
                <p className={classes.said}>{shown ? texts.none : texts.noneYet}</p>
              ) : (
                <PlacesTiles
                  places={results}
                  linkOf={({ id: to }) => linkTo(addresses.storagePlace, { id: to }, lab.inLink)}
                />
              )
            }
          </Loaded>
        </Card>
      )}
    </Screen>
  );
}

function sayFill(isFilling: boolean, target: number | null, place: PlaceDetails | null): string {
  if (place?.retired_at) return texts.retired;
  if (!isFilling) return texts.scanHere;
  const cell = place?.cells?.find(({ position }) => position === target);
  return cell ? texts.fillingAt(cell.label) : texts.filling;
}

/** The places around this one, as links. */
function Path({ place }: { place: PlaceDetails }) {
  const lab = useBenchLab();
  return (
    <nav aria-label={texts.path}>
      <ol className={classes.head}>
        <li>
          <Link {...linkTo(addresses.storage, {}, lab.inLink)} className={classes.crumb}>
            {texts.title}
          </Link>
        </li>
        {place.path.map((outer) => (
          <li key={outer.id}>
            <Link {...linkTo(addresses.storagePlace, { id: outer.id }, lab.inLink)} className={classes.crumb}>
              {texts.nameOf(outer)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function PlaceActions({ place, isFilling }: { place: PlaceDetails | null; isFilling: boolean }) {
  const [open, setOpen] = useState<'add' | 'change' | null>(null);
  const navigate = useNavigate();
  const lab = useBenchLab();
  const notices = useNotices();
  const begin = useCommand(beginStockCount, {
    refreshes: [listStockCounts],
    onDone: ({ id }) => void navigate(linkTo(addresses.stockCount, { id }, lab.inLink)),
    onRefused: (failure) => notices.error(failure.message),
  });
  if (place?.retired_at) return null;
  const isBox = place?.kind === 'box';
  const toggleFill = () =>
    place &&
    void navigate(
      linkTo(addresses.storagePlace, { id: place.id }, { ...lab.inLink, ...(isFilling ? {} : { fill: 1 }) }),
    );
  return (
    <>
      <BenchActions>
        {isBox && (
          <BenchButton kind="primary" isPressed={isFilling} onClick={toggleFill}>
            {texts.fill}
          </BenchButton>
        )}
        {isBox && (
          <BenchButton
            busy={begin.busy}
            onClick={() => void begin.run({ body: { ...lab.inBody, box_code: place.code } })}
          >
            {texts.count}
          </BenchButton>
        )}
        {!isBox && <BenchButton onClick={() => setOpen('add')}>{texts.add}</BenchButton>}
        {place && <BenchButton onClick={() => setOpen('change')}>{texts.change}</BenchButton>}
      </BenchActions>
      <ChangePlace place={place} open={open} onClose={() => setOpen(null)} />
    </>
  );
}
