import { readDocumentFile } from '@vialkeep/contract/documents.ts';
import { examples } from '@vialkeep/contract/examples/all.ts';
import { recordHarvest } from '@vialkeep/contract/harvests.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import {
  makeLabel,
  readLabel,
  readLabelFile,
  requestLabel,
  sendLabelNotification,
  updateLabelAndNotify,
  uploadLabelFile,
} from '@vialkeep/contract/labels.ts';
import type { LightMyRequestResponse } from 'fastify';
import { PDFDocument } from 'pdf-lib';
import { hoursAgo, openIntake } from '../bench/intake-world.ts';
import { signAllDocuments } from '../documents/signers.ts';
import { fakeFedex } from '../fakes/carrier/fake-fedex.ts';
import { type Caller, type Input, newWorld, type World } from '../world.ts';
import { makeImportCalls } from './import-calls.ts';
import { newKey } from './new-key.ts';

/**
 * The calls that succeed only after another call, or with a carrier, made in order by keys of an administrator and of a
 * clinic. What a program writes has the body of the call's example, with the ids of this world.
 */
export async function makePreparedCalls(): Promise<ReadonlyMap<Route, LightMyRequestResponse>> {
  const fedex = await fakeFedex();
  const { clientId, clientSecret, account, url } = fedex.account;
  const world = await newWorld({
    CARRIER: 'fedex',
    FEDEX_CLIENT_ID: clientId,
    FEDEX_CLIENT_SECRET: clientSecret,
    FEDEX_ACCOUNT: account,
    FEDEX_URL: url,
  });
  try {
    return await makeCalls(world);
  } finally {
    await world.close();
    await fedex.close();
  }
}

async function makeCalls(world: World): Promise<ReadonlyMap<Route, LightMyRequestResponse>> {
  const clinic = await world.as('hc');
  const [admin, hc] = [await newKey(world, await world.as('admin')), await newKey(world, clinic)];
  const made = new Map<Route, LightMyRequestResponse>();
  const send = async <Answer>(caller: Caller, route: Route, input: Input = {}): Promise<Answer> => {
    const response = await world.send(caller, route, input);
    made.set(route, response);
    return route.answersFile ? (undefined as Answer) : response.json<Answer>();
  };
  const bodyOf = (route: Route, changes: object) => ({ ...(examples.get(route)?.body as object), ...changes });

  const request = () =>
    send<{ data: { id: number } }>(hc, requestLabel, {
      body: bodyOf(requestLabel, { patients_ids: [0], other_patient_name: 'Rosalind Marsh' }),
    });
  const first = (await request()).data;
  await send(admin, makeLabel, { params: first, body: bodyOf(makeLabel, { version: undefined }) });
  const { pdf_file } = await world.call(admin, readLabel, { params: first });
  await send(hc, readLabelFile, { params: { file: pdf_file } });
  await send(admin, sendLabelNotification, { body: { fedex_id: first.id } });
  const paper = await PDFDocument.create();
  paper.addPage();
  const { filename } = await send<{ filename: string }>(admin, uploadLabelFile, {
    file: { name: 'label.pdf', bytes: Buffer.from(await paper.save()) },
  });
  const changes = { pdf_file: filename, version: undefined };
  const second = (await request()).data;
  await send(admin, updateLabelAndNotify, { params: second, body: bodyOf(updateLabelAndNotify, changes) });

  const { user } = await world.as('patient');
  const signer = { name: user.username, email: user.email };
  const [document] = await signAllDocuments(world, clinic, signer);
  await send(hc, readDocumentFile, { params: { file: `${document?.document_id}.pdf` } });

  const intake = await openIntake(world);
  await send(hc, recordHarvest, {
    body: bodyOf(recordHarvest, {
      patient_id: await intake.addPatient(),
      kit_code: (await intake.newKit()).code,
      harvested_at: hoursAgo(2),
    }),
  });
  await makeImportCalls(world, admin, send, made);
  return made;
}
