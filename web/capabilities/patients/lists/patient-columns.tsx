import type { LabCenterPatient, ListedPatient, TeamPatient, UnnamedPatient } from '@vialkeep/contract/patients.ts';
import { type ProcessFields, Stage, stageOf, stageSteps } from '@vialkeep/contract/stage.ts';
import { useMemo } from 'react';
import { stageInShort } from '../../../components/sample/stage-labels.ts';
import { StageMark } from '../../../components/sample/stage-track.tsx';
import { useNamesHidden } from '../../../kernel/session/hidden-names.ts';
import { formatEmail, today } from '../../../ui/display/formats.ts';
import { customColumn, numberColumn, textColumn } from '../../../ui/layout/columns.tsx';
import { listTexts } from './lists.texts.ts';
import { clinicName, patientName, patientNumber, sellerName } from './patient-labels.ts';

/** The columns of 2-operations 2.12, and the stage. */
export function useCenterColumns() {
  const hidden = useNamesHidden();
  return useMemo(
    () => [patientColumn(hidden), emailColumn(hidden), stageColumn<ListedPatient>(), ...vialColumns<ListedPatient>()],
    [hidden],
  );
}

/** The columns of 2-operations 2.11. */
export function useReferralColumns() {
  const hidden = useNamesHidden();
  return useMemo(
    () => [
      patientColumn(hidden),
      textColumn<ListedPatient>(listTexts.referral.referralCenter, ({ referral_hc_desc: [clinic] }) =>
        clinicName(clinic),
      ),
      stageColumn<ListedPatient>(),
      ...vialColumns<ListedPatient>(),
    ],
    [hidden],
  );
}

/** The columns of 2-operations 2.19; patients appear by number only if the answer has no names (S-20). */
export function useLabCenterColumns(isNameless: boolean) {
  const hidden = useNamesHidden();
  return useMemo(
    () =>
      isNameless
        ? [numberedColumn<LabCenterPatient>(listTexts.patient), stageColumn<LabCenterPatient>()]
        : [patientColumn<LabCenterPatient>(hidden), emailColumn(hidden), stageColumn<LabCenterPatient>()],
    [hidden, isNameless],
  );
}

/** The columns of 2-operations 2.20. */
export const repColumns = [
  numberedColumn(listTexts.patient),
  textColumn<TeamPatient>(listTexts.center, ({ hc_desc: [clinic] }) => clinic?.company),
  textColumn<TeamPatient>(listTexts.referralCenter, ({ rhc_desc: [clinic] }) => clinic?.company, {
    priority: 2,
  }),
  stageColumn<TeamPatient>(),
];

/** The columns of 3-administration 2.11. */
export const managerColumns = [
  numberedColumn(listTexts.users),
  textColumn<TeamPatient>(listTexts.rep, ({ sales_rep: [rep] }) => sellerName(rep)),
  textColumn<TeamPatient>(listTexts.center, ({ harvest_center: [clinic] }) => clinicName(clinic)),
  stageColumn<TeamPatient>(),
];

export const distributorColumns = [
  numberedColumn(listTexts.users),
  textColumn<TeamPatient>(listTexts.rep, ({ sales_rep: [rep] }) => sellerName(rep)),
  textColumn<TeamPatient>(listTexts.manager, ({ sales_rep: [rep] }) => sellerName(rep?.sales_manager[0])),
  stageColumn<TeamPatient>(),
];

function patientColumn<Row extends LabCenterPatient = ListedPatient>(hidden: boolean) {
  return textColumn<Row>(listTexts.patient, (patient) => patientName(patient, hidden), {
    sort: ({ last_name, first_name, id }) => (hidden ? id : `${last_name} ${first_name}`),
  });
}

function numberedColumn<Row extends UnnamedPatient = TeamPatient>(label: string) {
  return textColumn<Row>(label, patientNumber, { sort: ({ id }) => id, width: 120 });
}

function emailColumn(hidden: boolean) {
  return textColumn<LabCenterPatient>(
    listTexts.email,
    ({ email }) => (hidden ? listTexts.hidden : formatEmail(email ?? '')),
    {
      sort: hidden ? false : undefined,
    },
  );
}

function stageColumn<Row extends ProcessFields>() {
  const orderOf = (patient: Row) => Stage.options.indexOf(stageOf(patient, today()).stage);
  return customColumn<Row>(listTexts.stage, (patient) => <StageMark patient={patient} today={today()} />, {
    value: (patient) => stageInShort(stageOf(patient, today()).stage, stageSteps(patient, today())),
    sort: orderOf,
  });
}

function vialColumns<Row extends { vials_preparation: number; vials_available: number }>() {
  return [
    numberColumn<Row>(listTexts.preparation, ({ vials_preparation }) => vials_preparation),
    numberColumn<Row>(listTexts.ready, ({ vials_available }) => vials_available),
  ];
}
