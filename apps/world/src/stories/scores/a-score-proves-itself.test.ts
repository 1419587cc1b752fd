import { exportEvidence, publishScore } from '@app/api/routes/score.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { computeEvidenceHash, toCanonicalFacts } from '@app/score/canonical/evidence-hash.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { readConfig } from '@app/server/config.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { closeContext, createContext } from '@app/server/runtime/context.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { type Difference, formatDifference, runChecks } from '@app/verify/check.ts'
import { createPastScoreSource } from '@app/verify/evidence/past-scores.ts'
import { openEvidence } from '@app/verify/evidence/verify-evidence.ts'
import { createScan, type Scan } from '@app/verify/verified-file.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, chain, api, urls, emulator, databaseUrl, waitUntilIndexed } = connectToWorld()
const { alice, bob, mallory, mule, trent, victor } = people

beforeAll(waitUntilIndexed)

const exportEvidenceFor = ({ address }: { address: string }) =>
  api.call(exportEvidence, { params: { address } })

interface Verdict {
  difference: Difference | null
  proven: string[]
}

async function verify(file: EvidenceFile, scan: Scan | null = null): Promise<Verdict> {
  const proven: string[] = []
  const sources = { flow: chain.flow, pastScores: createPastScoreSource(urls.api), scan }
  const checks = openEvidence('The file', file).listChecks(sources)
  const difference = await runChecks(checks, (kind, claim) => {
    if (kind === 'proven') proven.push(claim)
  })
  return { difference, proven }
}

/** Creates a scan with an empty database next to that of the world. */
async function openScan(): Promise<Scan> {
  const url = new URL(databaseUrl)
  const server = createPool(databaseUrl, createLog('silent'))
  url.pathname = '/verify_story'
  await server.query('create database verify_story')
  const config = readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: emulator.rest,
    LOG_LEVEL: 'silent',
  })
  const context = createContext({ ...config, databaseUrl: url.href })
  onTestFinished(async () => {
    await closeContext(context)
    await server.query('drop database verify_story with (force)')
    await server.end()
  })
  await migrate(context.pool)
  const { signal } = new AbortController()
  return createScan(async () => ({ context, onBlock: () => {}, signal }))
}

describe('a score of the world', () => {
  test.each([alice, mallory, mule, trent, victor])(
    'of $name agrees with the chain',
    async (person) => {
      const { difference, proven } = await verify(await exportEvidenceFor(person))
      expect(difference && formatDifference(difference)).toBeNull()
      expect(proven.length).toBeGreaterThanOrEqual(5)
    },
  )

  test('equals its evidence on the chain after it is published', async () => {
    await api.call(publishScore, { params: { address: trent.address } })
    const { difference, proven } = await verify(await exportEvidenceFor(trent))
    expect(difference && formatDifference(difference)).toBeNull()
    expect(proven.at(-1)).toContain('The score published on the chain is this one')
  })

  test('is reproduced by a scan of all blocks', async () => {
    const { difference, proven } = await verify(await exportEvidenceFor(mule), await openScan())
    expect(difference && formatDifference(difference)).toBeNull()
    expect(proven.at(-1)).toContain('results in the same inputs')
  })
})

test('a scan finds the forged input of a forgery without inner contradictions', async () => {
  const forged = forgeEvidence(await exportEvidenceFor(mallory), (facts) => {
    for (const token of facts.tokens.slice(0, 1)) token.largestSent -= 1n
  })
  expect((await verify(forged)).difference).toBeNull()
  const { difference } = await verify(forged, await openScan())
  expect(difference?.path).toBe('inputs.chain.tokens[0].largestSent')
})

/** Builds an evidence file with changed facts, scored and hashed by the engine. */
function forgeEvidence(file: EvidenceFile, change: (facts: Facts) => void): EvidenceFile {
  const facts = parseInputs(file.inputs)
  change(facts)
  const { reasons, ...judgement } = judge(facts)
  const { chain, offchain } = toCanonicalFacts(facts)
  return {
    ...file,
    ...judgement,
    reasons: reasons.map(({ evidence: pointer, ...reason }) => ({
      ...reason,
      pointer,
      evidence: [],
    })),
    inputs: { chain: JSON.parse(chain), offchain: JSON.parse(offchain) },
    evidenceHash: computeEvidenceHash(facts),
  }
}

describe('evidence that was changed', () => {
  const verifyChanged = async (change: (file: EvidenceFile) => void): Promise<string> => {
    const file = await exportEvidenceFor(mallory)
    change(file)
    const { difference } = await verify(file)
    return difference === null ? 'nothing' : formatDifference(difference)
  }

  const findCitedEvidence = (file: EvidenceFile) => {
    const index = file.reasons.findIndex(({ evidence }) => evidence.length > 0)
    const item = file.reasons[index]?.evidence[0]
    if (item === undefined) throw new Error('no reason of mallory cites a transaction')
    return { path: `reasons[${index}].evidence[0]`, item }
  }

  test('in one digit of a cited transaction is found', async () => {
    let path = ''
    const sentence = await verifyChanged((file) => {
      const cited = findCitedEvidence(file)
      path = cited.path
      cited.item.txId = cited.item.txId.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    })
    expect(sentence).toMatch(`${path}.txId should be a transaction of block`)
  })

  test('in the height of a cited transaction is found', async () => {
    const sentence = await verifyChanged((file) => {
      findCitedEvidence(file).item.height -= 1
    })
    expect(sentence).toContain('which is not in that block')
  })

  test('by citing the transaction of another account is found', async () => {
    const { reasons } = await exportEvidenceFor(bob)
    const [theirs] = reasons.flatMap(({ evidence }) => evidence)
    const sentence = await verifyChanged((file) => {
      Object.assign(findCitedEvidence(file).item, theirs)
    })
    expect(sentence).toMatch(/txId should be a transaction with|counterparty should be/)
  })

  test('in the time of the score is found', async () => {
    const sentence = await verifyChanged((file) => {
      file.computedAt = new Date(Date.parse(file.computedAt) + 1).toISOString()
    })
    expect(sentence).toMatch(/^computedAt should be /)
  })
})
