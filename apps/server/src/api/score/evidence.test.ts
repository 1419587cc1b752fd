import { exportEvidence } from '@app/api/routes/score.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { judge } from '@app/score/judge.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { upsertLabel } from '../../labels/change-labels.ts'
import {
  buildNftRows,
  buildTransferRows,
  DOLLAR,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { expectDocumentedResponse } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { loadEvidenceFile, loadPastEvidenceFile } from './load-evidence-file.ts'
import { loadOrComputeScore } from './load-or-compute-score.ts'

const [ALICE, BOB, MALLORY, TRENT] = [
  toTestAddress(1),
  toTestAddress(2),
  toTestAddress(3),
  toTestAddress(4),
]
const [CAROL, DAVE] = [toTestAddress(41), toTestAddress(42)]

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  const label = { source: 'victims', confidence: 0.95, reason: 'For this test.' } as const
  await upsertLabel(api.context, { ...label, address: MALLORY, kind: 'scam' })
  await upsertLabel(api.context, { ...label, address: TRENT, kind: 'service' })
  await writeIndexedRows(
    api.context,
    {
      transfers: buildTransferRows([
        { height: 1, from: MALLORY, to: ALICE, units: 10n ** 18n },
        { height: 2, from: ALICE, to: BOB, units: 7n * 10n ** 17n, token: DOLLAR },
        { height: 3, from: ALICE, to: MALLORY, isSwept: true },
        { height: 5, from: BOB, to: TRENT },
      ]),
      nftMoves: buildNftRows([
        { height: 4, from: BOB, to: ALICE, nftType: 'A.f8d6e0586b0a20c7.Pass.NFT' },
      ]),
    },
    10,
  )
  await propagateLabelTaint(api.context)
})

afterAll(() => api.finish())

const requestExport = (address: Address) =>
  api.app.inject({ url: `/v1/score/${address}/evidence/export` })
const fetchEvidenceFile = async (address: Address): Promise<EvidenceFile> =>
  (await requestExport(address)).json().data

it.each([ALICE, BOB, MALLORY, TRENT])(
  'the evidence of %s gives back the facts, byte for byte, and they the same judgement',
  async (address) => {
    expectDocumentedResponse(exportEvidence, await requestExport(address))
    const file = await fetchEvidenceFile(address)
    const facts = parseInputs(file.inputs)
    expect(computeEvidenceHash(facts)).toBe(file.evidenceHash)
    const { reasons, ...judgement } = judge(facts)
    expect(file).toMatchObject(judgement)
    expect(
      file.reasons.map(({ evidence, pointer, ...said }) => ({ ...said, evidence: pointer })),
    ).toEqual(reasons)
  },
)

it('has no range of ordinary wallets, which follows from the inputs, and cites transactions alone', async () => {
  const payments = [6, 7, 8, 9, 10].map((height) => ({ height, from: CAROL, to: DAVE }))
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
  const { reasons } = await loadOrComputeScore(api.context, DAVE)
  expect(JSON.stringify(reasons)).toContain('"ordinary":{')
  expect(JSON.stringify(reasons)).toContain('"direction":"in"')
  const file = await loadEvidenceFile(api.context, DAVE)
  expect(JSON.stringify(file.reasons)).not.toMatch(/"ordinary"|"direction"/)
})

it('contains the lists, the coverage, and each transaction that a reason cites', async () => {
  const file = await fetchEvidenceFile(ALICE)
  expect(file).toMatchObject({
    format: 'dharma-guard-evidence/1',
    address: ALICE,
    network: 'local',
    lists: { scam: [MALLORY], service: [TRENT] },
    coverage: { fromHeight: 0, toHeight: 10 },
    computedAt: new Date((1_700_000_000 + 10 * 86_400) * 1000).toISOString(),
  })
  const contact = file.reasons.find(({ pointer }) => pointer.kind === 'listed_contacts')
  expect(contact?.evidence).toContainEqual({
    txId: expect.any(String),
    height: 1,
    counterparty: MALLORY,
  })
})

it('has the lists that its score was computed with, also when they have changed since', async () => {
  const before = await fetchEvidenceFile(ALICE)
  await upsertLabel(api.context, { ...LATER_BUT_DATED_BEFORE, address: BOB })
  const after = await loadPastEvidenceFile(api.context, ALICE, before.evidenceHash)
  expect(after).toEqual(before)
  expect(after?.lists.scam).not.toContain(BOB)
})

const LATER_BUT_DATED_BEFORE = {
  kind: 'scam',
  source: 'test',
  confidence: 1,
  reason: 'Was reported long ago.',
  addedAt: new Date(0),
} as const
