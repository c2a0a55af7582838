import { Link } from '@tanstack/react-router';
import type { Candidate, Criterion } from '@vialkeep/contract/release.ts';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo, type PageLink } from '../../kernel/navigation/link-to.ts';
import classes from './release.module.css';
import { releaseTexts as texts } from './release.texts.ts';

/** The criteria as a checklist; each opens the record that proves it. */
export function CriteriaList({ candidate }: { candidate: Candidate }) {
  return (
    <ul className={classes.criteria} aria-label={texts.criteria}>
      {candidate.criteria.map((criterion) => (
        <li key={criterion.name} className={criterion.met ? classes.met : classes.unmet}>
          <CriterionTile criterion={criterion} candidate={candidate} />
        </li>
      ))}
    </ul>
  );
}

function CriterionTile({ criterion, candidate }: { criterion: Criterion; candidate: Candidate }) {
  const proof = useProof(criterion, candidate);
  const words = (
    <>
      <span aria-hidden className={classes.sign}>
        {criterion.met ? '✓' : '✗'}
      </span>
      <span>
        <span className={classes.said}>{criterion.met ? texts.met : texts.unmet} </span>
        {texts.names[criterion.name]}: {criterion.words}
      </span>
    </>
  );
  if (proof === null) return <span className={classes.criterion}>{words}</span>;
  return (
    <Link {...proof} className={classes.criterion}>
      {words}
    </Link>
  );
}

/** The page with the record by which a criterion was judged. */
function useProof({ name, deviation_ids }: Criterion, { batch_id, patient_id }: Candidate): PageLink | null {
  const { inLink } = useBenchLab();
  if (name === 'deviations') {
    const [id] = deviation_ids;
    return id === undefined ? null : linkTo(addresses.deviation, { id }, inLink);
  }
  if (name === 'found') return linkTo(addresses.stockCounts, {}, inLink);
  if (name === 'arrival') return linkTo(addresses.benchArrivals, {}, inLink);
  if (name === 'consents') return linkTo(addresses.patient, { id: patient_id });
  return batch_id === null ? null : linkTo(addresses.benchBatch, { id: batch_id }, inLink);
}
