import { Group } from '@mantine/core';
import { decideReferral, listPendingReferrals, type PendingReferral } from '@vialkeep/contract/centers.ts';
import { useState } from 'react';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Listing } from '../../ui/data-table/state/table-props.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dayColumn, textColumn } from '../../ui/layout/columns.tsx';
import { centerName } from './center-labels.ts';
import { centersTexts } from './centers.texts.ts';
import { RefuseReferral } from './refuse-referral.modal.tsx';

const texts = centersTexts.pendingReferrals;
const PER_PAGE = 5;

type Row = PendingReferral & { id: PendingReferral['user_id'] };

/**
 * Referral centers that registered by the center's link and wait for approval; without any the card is hidden (W-06).
 */
export function PendingReferrals({ query }: { query: Listing<readonly PendingReferral[]> }) {
  const notices = useNotices();
  const [refused, setRefused] = useState<PendingReferral | null>(null);
  const approve = useCommand(decideReferral, {
    refreshes: [listPendingReferrals],
    onDone: ({ message }) => notices.success(message),
    // An administrator or another tab may have decided already.
    onRefused: (failure) => {
      notices.error(failure.message);
      void refresh([listPendingReferrals]);
    },
  });
  const rows = query.data?.map((referral): Row => ({ ...referral, id: referral.user_id }));
  const isShown = query.isError || (rows !== undefined && rows.length > 0);
  const mayDecide = rows?.some(({ may }) => may.includes('decide'));
  return (
    <>
      {isShown && (
        <Card title={texts.title} note={mayDecide ? texts.note : texts.readOnly} flush>
          <DataTable
            name="pending-referrals"
            label={texts.title}
            query={{ ...query, data: rows }}
            pageSize={PER_PAGE}
            scope="referrals"
            columns={columns}
            rowName={centerName}
            texts={{ loading: texts.loading }}
            rowInline={(referral) =>
              referral.may.includes('decide') && (
                <Group gap={8} wrap="nowrap">
                  <Button
                    kind="primary"
                    disabled={approve.busy}
                    onClick={() =>
                      void approve.run({ body: { user_id: referral.user_id, hc_id: referral.hc.id, approve: true } })
                    }
                  >
                    {texts.approve} <span className="visually-hidden">{centerName(referral)}</span>
                  </Button>
                  <Button disabled={approve.busy} onClick={() => setRefused(referral)}>
                    {texts.refuse} <span className="visually-hidden">{centerName(referral)}</span>
                  </Button>
                </Group>
              )
            }
          />
        </Card>
      )}
      <RefuseReferral referral={refused} onClose={() => setRefused(null)} />
    </>
  );
}

const columns = [
  textColumn<Row>(texts.referral, centerName, { sort: ({ company }) => company }),
  textColumn<Row>(texts.contact, ({ name, email }) => `${name}, ${email}`),
  dayColumn<Row>(texts.requested, ({ requested_at }) => requested_at),
];
