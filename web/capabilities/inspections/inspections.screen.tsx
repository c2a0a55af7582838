import {
  type AdministeredInspection,
  endInspection,
  INSPECTIONS_PER_PAGE,
  InspectionState,
  listInspections,
} from '@vialkeep/contract/inspections.ts';
import { useState } from 'react';
import { SecurityPage } from '../../components/security/security-page.tsx';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount, formatDateTime } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { inspectionColumns } from './inspections.columns.tsx';
import { inspectionsTexts } from './inspections.texts.ts';
import { OpenInspectionModal } from './open-inspection.modal.tsx';

const texts = inspectionsTexts.administered;

/** The inspections of the administrator's sites, running ones first. */
export function InspectionsScreen() {
  const state = useTableState({ pageSize: INSPECTIONS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const [isOpening, setOpening] = useState(false);
  const [ending, setEnding] = useState<AdministeredInspection | null>(null);
  const inspections = useApi(
    listInspections,
    { query: { state: state.filters.state, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  return (
    <SecurityPage
      at="inspections"
      actions={
        <Button kind="primary" onClick={() => setOpening(true)}>
          {texts.open}
        </Button>
      }
    >
      <Card title={texts.title} flush>
        <DataTable
          name="inspections"
          label={texts.title}
          page={inspections}
          state={state}
          columns={inspectionColumns}
          rowName={formatInspectionName}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filters={[
            {
              key: 'state',
              label: texts.state,
              options: InspectionState.options.map((value) => ({ value, label: inspectionsTexts.states[value] })),
            },
          ]}
          summary={inspections.data && texts.total(formatCount(inspections.data.count))}
          rowInline={(inspection) =>
            inspection.may.includes('end') && (
              <Button size="xs" kind="danger" onClick={() => setEnding(inspection)}>
                {texts.end}
                <span className="visually-hidden"> {formatInspectionName(inspection)}</span>
              </Button>
            )
          }
        />
      </Card>
      <OpenInspectionModal opened={isOpening} onClose={() => setOpening(false)} />
      <EndInspection inspection={ending} onClose={() => setEnding(null)} />
    </SecurityPage>
  );
}

function formatInspectionName({ agency, id }: AdministeredInspection): string {
  return texts.rowName(agency, id);
}

type EndProps = { inspection: AdministeredInspection | null; onClose: () => void };

function EndInspection({ inspection, onClose }: EndProps) {
  const notices = useNotices();
  const command = useCommand(endInspection, {
    refreshes: [listInspections],
    onDone: ({ message }) => {
      onClose();
      notices.success(message);
    },
  });
  return (
    <ConfirmModal
      opened={inspection !== null}
      danger
      title={texts.endTitle}
      confirm={texts.endTitle}
      facts={
        inspection
          ? [
              [texts.agency, inspection.agency],
              [texts.inspector, inspection.name],
              [texts.until, formatDateTime(inspection.ends_at)],
            ]
          : []
      }
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => inspection && void command.run({ params: { id: inspection.id } })}
      onCancel={onClose}
    >
      {texts.endQuestion}
    </ConfirmModal>
  );
}
