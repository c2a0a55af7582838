import {
  type DeliveryState,
  listDeliveries,
  resendDelivery,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@vialkeep/contract/webhooks.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { CellLines } from '../../ui/display/cell-lines.tsx';
import { formatDateTime } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { customColumn, type StatusLabel, statusColumn } from '../../ui/layout/columns.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { ResendMissed } from './resend-missed.form.tsx';
import classes from './webhooks.module.css';
import { webhooksTexts as texts } from './webhooks.texts.ts';

/** Of the newest; what is older can be read by the call. */
const SHOWN = 100;
const PER_PAGE = 10;
const LOOKED_EVERY_MS = 3_000;

const tones = {
  waiting: 'waiting',
  delivered: 'done',
  given_up: 'failed',
} as const satisfies Record<DeliveryState, StatusLabel['tone']>;

const fixed = { sort: false } as const;

const columns = [
  customColumn<WebhookDelivery>(texts.event, Event, { ...fixed, value: ({ type }) => type }),
  statusColumn<WebhookDelivery>(
    texts.state,
    ({ state }) => ({ text: texts.deliveryStates[state], tone: tones[state] }),
    fixed,
  ),
  customColumn<WebhookDelivery>(texts.attempts, Attempts, { ...fixed, value: ({ attempts }) => attempts.length }),
];

type Props = { endpoint: WebhookEndpoint | null; onClose: () => void };

/** What was sent to an endpoint, with every attempt. */
export function Deliveries({ endpoint, onClose }: Props) {
  return (
    <FormModal opened={endpoint !== null} title={texts.deliveries} size="lg" onClose={onClose}>
      {endpoint && <Log endpoint={endpoint} />}
    </FormModal>
  );
}

function Log({ endpoint }: { endpoint: WebhookEndpoint }) {
  const notices = useNotices();
  const [isResending, setResending] = useState(false);
  const input = { params: { id: endpoint.id }, query: { limit: SHOWN, offset: 0 } };
  const deliveries = useApi(listDeliveries, input, { everyMs: LOOKED_EVERY_MS });
  const resend = useCommand(resendDelivery, {
    refreshes: [listDeliveries],
    onDone: () => notices.success(texts.resent),
  });
  const canSend = endpoint.may.includes('test');
  const shown = deliveries.data?.results ?? [];
  return (
    <div className={classes.log}>
      <p className={classes.address}>{endpoint.url}</p>
      {deliveries.data && <p>{texts.deliveriesNote(shown.length, deliveries.data.count)}</p>}
      {canSend &&
        (isResending ? (
          <ResendMissed endpoint={endpoint} onClose={() => setResending(false)} />
        ) : (
          <Button onClick={() => setResending(true)}>{texts.resendMissed}</Button>
        ))}
      <DataTable
        name="deliveries"
        label={texts.deliveries}
        query={{ ...deliveries, data: deliveries.data?.results }}
        pageSize={PER_PAGE}
        scope="d"
        columns={columns}
        rowName={({ webhook_id }) => webhook_id}
        texts={{ loading: texts.loadingDeliveries }}
        emptyHint={texts.noDeliveries}
        tall
        rowInline={(delivery) =>
          canSend && (
            <Button
              size="xs"
              disabled={resend.busy}
              onClick={() => void resend.run({ params: { id: endpoint.id, deliveryId: delivery.id } })}
            >
              {texts.resend}
              <span className="visually-hidden"> {delivery.webhook_id}</span>
            </Button>
          )
        }
      />
    </div>
  );
}

function Event({ type, webhook_id, created_at }: WebhookDelivery) {
  return (
    <span className={classes.lines}>
      <span>{texts.typeName(type)}</span>
      <span className={classes.second}>{webhook_id}</span>
      <span className={classes.second}>{formatDateTime(created_at)}</span>
    </span>
  );
}

function Attempts({ attempts, next_at }: WebhookDelivery) {
  return (
    <span className={classes.lines}>
      {attempts.length === 0 ? (
        texts.noAttempt
      ) : (
        <CellLines
          lines={attempts.map(({ at, status, fault, took_ms }) => [
            formatDateTime(at),
            status === null ? texts.notAnswered(fault ?? '') : texts.answered(status, took_ms),
          ])}
        />
      )}
      {next_at !== null && <span className={classes.second}>{texts.next(formatDateTime(next_at))}</span>}
    </span>
  );
}
