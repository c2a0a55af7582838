import type { Stage } from '@vialkeep/contract/stage.ts';
import { useState } from 'react';
import { RelationTree } from '../../components/account/relation-tree.tsx';
import { CustodyTimeline } from '../../components/sample/custody-timeline.tsx';
import { StageStrip } from '../../components/sample/stage-strip.tsx';
import { StageMark, StageTrack } from '../../components/sample/stage-track.tsx';
import { VialRack } from '../../components/sample/vial-rack.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './kit.module.css';
import { KitFrame } from './kit-frame.tsx';
import { KIT_TODAY, kitChain, kitRelations, kitSamples, kitStages } from './kit-samples.ts';

const { late, failed, sterility, ready } = kitSamples;

export function KitSamplesScreen() {
  const [stage, setStage] = useState<Stage | null>('plating');
  return (
    <KitFrame title="Samples">
      <Card title="Samples by stage" note="Press a cell to filter, press it again for all.">
        <StageStrip cells={kitStages} chosen={stage} onChoose={setStage} />
      </Card>
      <Card title="Late, for staff">
        <StageTrack patient={late} today={KIT_TODAY} audience="staff" notes={{ plating: 'QC ×2' }} />
      </Card>
      <Card title="Failed, for staff">
        <StageTrack patient={failed} today={KIT_TODAY} audience="staff" />
      </Card>
      <Card title="Failed, for the patient">
        <StageTrack patient={failed} today={KIT_TODAY} audience="patient" />
      </Card>
      <div className={classes.two}>
        <Card title="For the patient">
          <StageTrack patient={sterility} today={KIT_TODAY} audience="patient" />
        </Card>
        <Card title="Ready, for staff">
          <StageTrack patient={ready} today={KIT_TODAY} audience="staff" />
        </Card>
        <Card title="In a row of a table">
          <ul className={classes.marks}>
            {Object.entries(kitSamples).map(([name, patient]) => (
              <li key={name}>
                <StageMark patient={patient} today={KIT_TODAY} />
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Vials">
          <div className={classes.racks}>
            <VialRack available={5} shipped={4} />
            <VialRack available={90} shipped={31} />
            <VialRack available={0} shipped={0} />
          </div>
        </Card>
        <Card title="Chain of custody">
          <CustodyTimeline items={kitChain} />
        </Card>
        <Card title="Relations">
          <RelationTree label="Relations of North Clinic" relations={kitRelations} />
        </Card>
      </div>
    </KitFrame>
  );
}
