import { IconTrash } from '@tabler/icons-react';
import {
  listManagersOfDistributor,
  listRepsOfManager,
  removeManagerFromTeam,
  removeRepFromTeam,
  type TeamMember,
} from '@vialkeep/contract/sales-teams.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo, type PageLink } from '../../kernel/navigation/link-to.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatEmail, formatPersonName } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { textColumn } from '../../ui/layout/columns.tsx';
import { RemoveMember } from './remove-member.modal.tsx';
import { salesTeamsTexts } from './sales-teams.texts.ts';

const texts = salesTeamsTexts.team;
const PER_PAGE = 10;

/** A sales manager's team (F052, U-01). */
export function RepTeam() {
  return (
    <Team
      list={listRepsOfManager}
      removal={removeRepFromTeam}
      words={texts.reps}
      addAt={linkTo(addresses.addSalesRep)}
    />
  );
}

/** A distributor's team (F052, U-01). */
export function ManagerTeam() {
  return (
    <Team
      list={listManagersOfDistributor}
      removal={removeManagerFromTeam}
      words={texts.managers}
      addAt={linkTo(addresses.addSalesManager)}
    />
  );
}

type Props = {
  list: typeof listRepsOfManager;
  removal: typeof removeRepFromTeam;
  words: typeof texts.reps;
  addAt: PageLink;
};

function Team({ list, removal, words, addAt }: Props) {
  const { id } = useUser();
  const team = useApi(list, { params: { id } });
  const [removed, setRemoved] = useState<TeamMember | null>(null);
  return (
    <Card title={words.title} flush actions={<LinkButton to={addAt}>{words.add}</LinkButton>}>
      <DataTable
        name={words.title}
        label={words.title}
        query={team}
        pageSize={PER_PAGE}
        scope="team"
        columns={columns}
        rowName={formatPersonName}
        texts={{ loading: texts.loading }}
        emptyHint={words.noneYet}
        rowInline={(member) => (
          <Button icon={<IconTrash size={16} aria-hidden />} size="xs" onClick={() => setRemoved(member)}>
            {texts.remove} <span className="visually-hidden">{formatPersonName(member)}</span>
          </Button>
        )}
      />
      <RemoveMember
        member={removed}
        list={list}
        removal={removal}
        question={words.question}
        onClose={() => setRemoved(null)}
      />
    </Card>
  );
}

const columns = [
  textColumn<TeamMember>(texts.name, (member) => texts.nameOf(member.id, formatPersonName(member)), {
    sort: (member) => member.last_name,
  }),
  textColumn<TeamMember>(texts.email, ({ email }) => formatEmail(email)),
];
