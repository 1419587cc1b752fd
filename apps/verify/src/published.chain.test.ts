import type { EvidenceFile } from '@app/api/schemas/score.ts'
import {
  appointPublisher,
  claimPublisher,
  dismissPublisher,
  publishScore,
} from '@app/contracts/calls.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import { startTestChain } from '@app/flow/testing/test-chain.ts'
import { toTestHash } from '@app/server/agent/testing/insert-test-score.ts'
import { type AgentChain, openAgentChain } from '@app/server/agent/testing/open-agent-chain.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import type { Address } from '@app/values/address.ts'
import { FACTORS, mapFactors } from '@app/values/factor.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Finding, formatDifference } from './check.ts'
import { parseAndJudgeEvidence } from './evidence/evidence.ts'
import type { PastScoreSource, ScoreClaim } from './evidence/past-scores.ts'
import { findPublicationFinding } from './evidence/publication-check.ts'
import { buildSampleEvidence, SAMPLE_FACTS } from './testing/build-sample-evidence.ts'

let chain: AgentChain
/** Each test uses another wallet, because the tests share a chain. */
let nextWallet = 1

beforeAll(async () => {
  chain = await openAgentChain()
})
afterAll(() => chain.emulator.stop())

const createEvidence = () =>
  buildSampleEvidence({ ...SAMPLE_FACTS, address: toTestAddress(nextWallet++) })

const listFactorValues = ({ factors }: EvidenceFile) =>
  FACTORS.map((factor) => factors[factor].value)

type Publication = Parameters<typeof publishScore>[0]

/** Publishes the score of a file, with changed values if given, by the agent or another publisher. */
async function publish(
  file: EvidenceFile,
  change: Partial<Publication> = {},
  publisher = createSigner({ ...chain.agent, keyIndex: 0 }),
): Promise<void> {
  const { version, evidenceHash } = file
  const address = file.address as Address
  const honest = { address, factors: listFactorValues(file), version, evidenceHash, blockHeight: 3 }
  await sendCall(publishScore({ ...honest, ...change }), publisher)
}

async function sendCall(call: CadenceCall, proposer: Signer): Promise<void> {
  const cadence = resolveImports(call.cadence, 'local')
  const { error } = await chain.run({ cadence, args: call.args, proposer })
  expect(error).toBeNull()
}

/** Runs the check and formats its finding. */
async function verify(
  file: EvidenceFile,
  pastScores: PastScoreSource | null = createFixedPastScore(null),
  flow = chain.reader,
): Promise<string> {
  const evidence = parseAndJudgeEvidence(file)
  if ('path' in evidence) throw new Error(formatDifference(evidence))
  return describeFinding(await findPublicationFinding(evidence, { flow, pastScores }))
}

function describeFinding(finding: Finding): string {
  if (finding === null) return 'proven'
  if ('note' in finding) return `note: ${finding.note}`
  return 'because' in finding
    ? `undecided: ${finding.because}`
    : `WRONG: ${formatDifference(finding)}`
}

/** An API that has one score, or none. */
const createFixedPastScore = (score: ScoreClaim | null): PastScoreSource => ({
  source: 'The API',
  find: async () => score,
})

const PAST: ScoreClaim = {
  score: 50,
  level: 'NORMAL',
  version: '0.9.0',
  factors: mapFactors(() => 5000),
}
const PAST_RECORD = {
  factors: FACTORS.map(() => 5000),
  version: '0.9.0',
  evidenceHash: toTestHash(9),
}

describe('the score published on the chain', () => {
  it('is the one of the evidence', async () => {
    const file = createEvidence()
    await publish(file)
    expect(await verify(file)).toBe('proven')
  })

  it('may be absent', async () => {
    expect(await verify(createEvidence())).toBe('note: This address was never published.')
  })

  it('may be absent on a chain without the contract', async () => {
    const { emulator, reader } = await startTestChain()
    onTestFinished(() => emulator.stop())
    expect(await verify(createEvidence(), null, reader)).toBe(
      'note: No score is published: DharmaScore is not deployed on local.',
    )
  })

  it('is wrong with other factors on the same evidence', async () => {
    const file = createEvidence()
    const [first = 0, ...others] = listFactorValues(file)
    await publish(file, { factors: [first + 1, ...others] })
    expect(await verify(file)).toBe(
      `WRONG: published[0].factors.txFrequency should be ${first}, but is ${first + 1}.`,
    )
  })

  it('is wrong by another version on the same evidence, unless the API has that version', async () => {
    const file = createEvidence()
    await publish(file, { ...PAST_RECORD, evidenceHash: file.evidenceHash })
    expect(await verify(file)).toBe(
      `WRONG: published[0].version should be "${file.version}", but is "0.9.0".`,
    )
    expect(await verify(file, createFixedPastScore(PAST))).toContain('50, NORMAL (version 0.9.0)')
  })

  it('is undecided on evidence that the API does not have', async () => {
    const file = createEvidence()
    await publish(file, { evidenceHash: toTestHash(77) })
    expect(await verify(file)).toMatch(
      /^undecided: Published at height 3 from older evidence a{62}4d: .* The API has no such score\.$/,
    )
    expect(await verify(file, null)).toMatch(/^note: Published at height 3 .* was not compared\.$/)
  })

  it('of older evidence is compared with the score that the API has stored', async () => {
    const file = createEvidence()
    await publish(file, PAST_RECORD)
    expect(await verify(file, createFixedPastScore(PAST))).toBe(
      `note: Published at height 3 from older evidence ${toTestHash(9)}: 50, NORMAL (version 0.9.0). It is as the API has stored it.`,
    )
    const other = { ...PAST, factors: { ...PAST.factors, onchainAge: 5001 } }
    expect(await verify(file, createFixedPastScore(other))).toBe(
      'WRONG: published[0].factors.onchainAge should be 5001, but is 5000.',
    )
  })

  it('may be newer than what the evidence covers', async () => {
    const file = createEvidence()
    file.coverage.toHeight = 2
    await publish(file, PAST_RECORD)
    expect(await verify(file, createFixedPastScore(PAST))).toContain(
      'at height 3 from newer evidence',
    )
  })

  describe('by two publishers', () => {
    const HIGH = { factors: FACTORS.map(() => 9000), evidenceHash: toTestHash(10) }
    const LOW = { factors: FACTORS.map(() => 1000), evidenceHash: toTestHash(11) }

    beforeAll(async () => {
      const { service } = chain
      await sendCall(appointPublisher({ publisher: service.address }), service)
      await sendCall(claimPublisher({ provider: service.address }), service)
    })

    it('is the one of the evidence, although the other one has published a higher score since', async () => {
      const file = createEvidence()
      await publish(file)
      await publish(file, HIGH, chain.service)
      expect(await verify(file)).toBe('proven')
    })

    it('is wrong with other factors on the same evidence by either of them', async () => {
      const file = createEvidence()
      await publish(file)
      await publish(file, { factors: HIGH.factors }, chain.service)
      await publish(file, { blockHeight: 4 })
      expect(await verify(file)).toContain('WRONG: published[1].factors.txFrequency should be ')
    })

    it('is noted beside a lower one, which counts', async () => {
      const file = createEvidence()
      await publish(file)
      await publish(file, LOW, chain.service)
      expect(await verify(file)).toBe(
        `note: This score is published by an appointed account. What counts is the lowest one: 10, HIGH_RISK by ${chain.service.address} (version ${file.version}).`,
      )
    })

    it('is compared with the lowest one, where none is on this evidence', async () => {
      const file = createEvidence()
      await publish(file, PAST_RECORD)
      await publish(file, HIGH, chain.service)
      expect(await verify(file, createFixedPastScore(PAST))).toContain('50, NORMAL (version 0.9.0)')
    })

    it('is no longer that of one who was dismissed', async () => {
      const [file, other] = [createEvidence(), createEvidence()]
      await publish(file, {}, chain.service)
      await publish(file, LOW)
      await publish(other)
      await sendCall(dismissPublisher({ publisher: chain.agent.address }), chain.service)
      expect(await verify(file)).toBe('proven')
      expect(await verify(other)).toBe(
        'note: Only publishers that were dismissed published this address: their records count for nothing.',
      )
    })
  })
})
