import { readSalesChain, readUserDetails, type UserDetails } from '@vialkeep/contract/users.ts';
import { type Relation, RelationTree } from '../../../components/account/relation-tree.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { useFormContext } from '../../../ui/form/state/form-context.ts';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';

const names = usersTexts.relation;
const texts = usersTexts.details;

type Party = UserDetails['sales_rep'] | undefined;

/** A patient's or donor's sales chain follows from the centers that are chosen in the form (U-36). */
export function SalesLineOfCenter({ user }: { user: UserDetails }) {
  const values = useFormContext().form.getValues();
  const query = {
    harvest_center: idIn(values.harvest_center),
    referral_harvest_center: idIn(values.referral_harvest_center),
  };
  const chain = useApi(readSalesChain, { params: { id: user.id }, query }, { keepPrevious: true }).data;
  return (
    <SalesLine
      title={texts.salesLineOfCenter}
      rep={chain?.sales_rep}
      manager={chain?.sales_manager}
      distributor={chain?.sales_distributor}
    />
  );
}

function idIn(chosen: unknown): string | undefined {
  return typeof chosen === 'number' ? String(chosen) : undefined;
}

/** The chain follows from the rep and the manager, unless another seller is chosen directly (U-36). */
export function SalesLineOfSellers() {
  const rep = useChosen('sales_rep');
  const manager = useChosen('sales_manager');
  const distributor = useChosen('sales_distributor');
  const above = manager ?? rep;
  return (
    <SalesLine
      title={texts.salesLineOfSellers}
      rep={partyOf(rep)}
      manager={partyOf(manager) ?? rep?.sales_manager}
      distributor={partyOf(distributor) ?? above?.sales_distributor}
    />
  );
}

function SalesLine({
  title,
  rep,
  manager,
  distributor,
}: Record<'rep' | 'manager' | 'distributor', Party> & { title: string }) {
  const line = (label: string, party: Party, below?: Relation): Relation => ({
    label,
    name: party?.name ?? null,
    id: party?.id,
    children: below ? [below] : [],
  });
  return (
    <div className={classes.salesLine}>
      <p className={classes.salesLineTitle}>{title}</p>
      <RelationTree
        label={title}
        relations={[line(names.rep, rep, line(names.manager, manager, line(names.distributor, distributor)))]}
      />
    </div>
  );
}

/** The user who is chosen in a form field. */
function useChosen(field: string): UserDetails | undefined {
  const chosen = useFormContext().form.getValues()[field];
  const id = typeof chosen === 'number' ? chosen : 0;
  const details = useApi(readUserDetails, { params: { id } }, { enabled: id > 0 });
  return id > 0 ? details.data : undefined;
}

function partyOf(user: UserDetails | undefined): Party {
  return user && { id: user.id, name: formatPersonName(user) };
}
