import { startTestChain } from '@app/flow/testing/test-chain.ts'
import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import { loadEvidenceFile } from '@app/server/api/score/load-evidence-file.ts'
import { createIndexerStages } from '@app/server/indexer/create-indexer-stages.ts'
import { getDecoding } from '@app/server/indexer/decode/decoding.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { runUntilIdle } from '@app/server/runtime/stage.ts'
import { scoreAccount } from '@app/server/scorer/score-account.ts'
import { createTestContext } from '@app/server/testing/create-test-context.ts'
import { createPerson } from '@app/server/testing/evm-people.ts'
import { afterAll, expect, it } from 'vitest'
import { verify } from '../testing/verify.ts'
import { createScan } from '../verified-file.ts'
import { openEvidence } from './verify-evidence.ts'

const chain = await startTestChain()
afterAll(() => chain.emulator.stop())
const { accessNodeUrl } = chain.emulator

const scan = createScan(async () => ({
  context: await createTestContext({ accessNodeUrl }),
  onBlock: () => {},
  signal: new AbortController().signal,
}))

const [BEFORE] = SCORE_RULES.earlier as [ScoreRules]

/** Indexes as a release did whose present version was this one. */
async function indexBy(rules: ScoreRules): Promise<Context> {
  const context = await createTestContext({ accessNodeUrl })
  await runUntilIdle(
    createIndexerStages(context, getDecoding(rules.decoding)).map(({ stage }) => stage),
  )
  return { ...context, rules: { current: rules, earlier: [] } }
}

it('a score of an earlier version is scanned by the decoding of that version, before and after an update', async () => {
  const { address } = await createPerson(chain, 60_00000000n)
  const server = await indexBy(BEFORE)
  await scoreAccount(server, address)
  const file = await loadEvidenceFile(server, address)
  expect(file).toMatchObject({ version: BEFORE.version })
  expect(file.inputs.chain).not.toHaveProperty('places')
  expect(await verify(openEvidence, file, { flow: chain.reader, scan })).toMatchObject({
    wrong: null,
    undecided: [],
  })

  const present = await indexBy(SCORE_RULES.current)
  await scoreAccount(present, address)
  const newer = await loadEvidenceFile(present, address)
  expect(newer.inputs.chain).toHaveProperty('places')
  const sources = { flow: chain.reader, scan }
  expect((await verify(openEvidence, newer, sources)).wrong).toBeNull()
  const claimed = { ...newer, version: BEFORE.version }
  expect((await verify(openEvidence, claimed, sources)).wrong).not.toBeNull()
})

it('a score that an update computes before blocks are read again is undecided, not wrong', async () => {
  const { address } = await createPerson(chain, 60_00000000n)
  const server = { ...(await indexBy(BEFORE)), rules: SCORE_RULES }
  await scoreAccount(server, address)
  const file = await loadEvidenceFile(server, address)
  expect(file.coverage.completeness).toBe(0.8)
  const found = await verify(openEvidence, file, { flow: chain.reader, scan })
  expect(found).toMatchObject({ wrong: null })
  expect(found.undecided.join()).toContain('while blocks were read again after an update')
})
