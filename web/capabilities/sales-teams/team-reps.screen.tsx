import { IconEye } from '@tabler/icons-react';
import { getUser, isNamed } from '@vialkeep/contract/profile.ts';
import { listRepsOfDistributor, type TeamRep } from '@vialkeep/contract/sales-teams.ts';
import { useState } from 'react';
import { UserFacts } from '../../components/account/user-facts.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatDay, formatPersonName } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { salesTeamsTexts } from './sales-teams.texts.ts';

const texts = salesTeamsTexts.reps;
const PER_PAGE = 10;

/** The sales reps of a distributor's teams (F129). */
export function TeamRepsScreen() {
  const { id } = useUser();
  const reps = useApi(listRepsOfDistributor, { params: { id } });
  const [viewed, setViewed] = useState<TeamRep | null>(null);
  return (
    <Screen title={texts.title}>
      <Card flush>
        <DataTable
          name="team-reps"
          label={texts.title}
          query={reps}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={formatPersonName}
          texts={{ loading: salesTeamsTexts.team.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches: isRepMatch }}
          rowInline={(rep) => (
            <IconButton
              name={texts.view(formatPersonName(rep))}
              icon={<IconEye size={18} />}
              onClick={() => setViewed(rep)}
            />
          )}
        />
      </Card>
      <MessageModal opened={viewed !== null} title={texts.viewTitle} onClose={() => setViewed(null)}>
        {viewed && <RepView rep={viewed} />}
      </MessageModal>
    </Screen>
  );
}

/** The documented read-only view of a user (U-27). */
function RepView({ rep }: { rep: TeamRep }) {
  const user = useApi(getUser, { params: { id: rep.id } });
  return (
    <Loaded query={user} loading={texts.viewLoading} failed={texts.viewFailed}>
      {(shown) => (
        <UserFacts
          membership={shown.subscription.name}
          facts={[
            [texts.name, formatPersonName(rep)],
            [texts.phone, isNamed(shown) ? shown.phone_number : ''],
            [
              texts.manager,
              rep.sales_manager.map(({ id, ...manager }) => `#${id} ${formatPersonName(manager)}`).join(', '),
            ],
            [texts.email, rep.email],
            [texts.joined, formatDay(shown.date_joined)],
          ]}
        />
      )}
    </Loaded>
  );
}

function managersOf({ sales_manager }: TeamRep): string {
  return sales_manager.map((manager) => texts.managerOf(manager.id, formatPersonName(manager))).join(', ');
}

function isRepMatch(rep: TeamRep, typed: string): boolean {
  const wanted = typed.trim().toLowerCase().replace(/^#/, '');
  return [String(rep.id), formatPersonName(rep), ...rep.sales_manager.map(formatPersonName)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

const columns = [
  textColumn<TeamRep>(texts.rep, (rep) => texts.nameOf(rep.id, formatPersonName(rep)), {
    sort: (rep) => rep.last_name,
  }),
  textColumn<TeamRep>(texts.manager, managersOf),
];
