import type { EvidenceFile } from '@app/api/evidence-file.ts'
import { exportEvidence } from '@app/api/routes/evidence.ts'
import { publishScore } from '@app/api/routes/score.ts'
import { canonicalFacts, evidenceHashOf } from '@app/score/canonical/evidence-hash.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { readConfig } from '@app/server/config.ts'
import { closeContext, createContext } from '@app/server/context.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { createLog } from '@app/server/log.ts'
import { pastScoresOf } from '@app/server/verify/ask-past-score.ts'
import { type Difference, sentenceOf } from '@app/server/verify/difference.ts'
import { findScanDifference } from '@app/server/verify/rescan/find-scan-difference.ts'
import { verifyEvidence } from '@app/server/verify/verify-evidence.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { visitWorld } from '../testing/visit-world.ts'

const { people, chain, api, urls, emulator, databaseUrl, caughtUp } = visitWorld()
const { alice, bob, mallory, mule, trent, victor } = people

beforeAll(caughtUp)

const exported = ({ address }: { address: string }) =>
  api.call(exportEvidence, { params: { address } })

interface Verdict {
  difference: Difference | null
  proven: string[]
}

async function verify(file: EvidenceFile, scan: Scan | null = null): Promise<Verdict> {
  const proven: string[] = []
  const report = {
    checking: () => {},
    undecided: () => {},
    noted: () => {},
    proven: (it: string) => proven.push(it),
  }
  const means = { flow: chain.flow, pastScores: pastScoresOf(urls.api), scan }
  const difference = await verifyEvidence(file, means, report)
  return { difference, proven }
}

type Scan = Parameters<typeof verifyEvidence>[1]['scan']

/** Scans into an empty database beside that of the world. */
async function scanBeside(): Promise<Scan> {
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
  const options = { onBlock: () => {}, signal: new AbortController().signal }
  return (evidence) => findScanDifference(context, evidence, options)
}

describe('a score of the world', () => {
  test.each([alice, mallory, mule, trent, victor])(
    'of $name is what the chain says',
    async (person) => {
      const { difference, proven } = await verify(await exported(person))
      expect(difference && sentenceOf(difference)).toBeNull()
      expect(proven.length).toBeGreaterThanOrEqual(7)
    },
  )

  test('is on the chain as its evidence says, once it is published', async () => {
    await api.call(publishScore, { params: { address: trent.address } })
    const { difference, proven } = await verify(await exported(trent))
    expect(difference && sentenceOf(difference)).toBeNull()
    expect(proven.at(-1)).toContain('The score published on the chain is this one')
  })

  test.each([mule, alice, victor])(
    'of $name comes out again of a scan of all blocks',
    async (person) => {
      const { difference, proven } = await verify(await exported(person), await scanBeside())
      expect(difference && sentenceOf(difference)).toBeNull()
      expect(proven.at(-1)).toContain('gives every input again')
    },
  )
})

test('a forgery that fits together in itself is found by a scan, at the forged input', async () => {
  const forged = forge(await exported(mallory), (facts) => {
    for (const token of facts.tokens.slice(0, 1)) token.largestSent -= 1n
  })
  expect((await verify(forged)).difference).toBeNull()
  const { difference } = await verify(forged, await scanBeside())
  expect(difference?.path).toBe('inputs.chain.tokens[0].largestSent')
})

/** Evidence of other facts, judged and hashed as the engine would. */
function forge(file: EvidenceFile, change: (facts: Facts) => void): EvidenceFile {
  const facts = parseInputs(file.inputs)
  change(facts)
  const { reasons, ...judgement } = judge(facts)
  const { chain, offchain } = canonicalFacts(facts)
  return {
    ...file,
    ...judgement,
    reasons: reasons.map(({ evidence: pointer, ...said }) => ({ ...said, pointer, evidence: [] })),
    inputs: { chain: JSON.parse(chain), offchain: JSON.parse(offchain) },
    evidenceHash: evidenceHashOf(facts),
  }
}

describe('evidence that was changed', () => {
  const changed = async (change: (file: EvidenceFile) => void): Promise<string> => {
    const file = await exported(mallory)
    change(file)
    const { difference } = await verify(file)
    return difference === null ? 'nothing' : sentenceOf(difference)
  }

  const citedIn = (file: EvidenceFile) => {
    const index = file.reasons.findIndex(({ evidence }) => evidence.length > 0)
    const item = file.reasons[index]?.evidence[0]
    if (item === undefined) throw new Error('mallory is accused without a transaction')
    return { path: `reasons[${index}].evidence[0]`, item }
  }

  test('in one digit of a cited transaction is found', async () => {
    let path = ''
    const sentence = await changed((file) => {
      const cited = citedIn(file)
      path = cited.path
      cited.item.txId = cited.item.txId.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    })
    expect(sentence).toMatch(`${path}.txId should be a transaction of block`)
  })

  test('in the height of a cited transaction is found', async () => {
    const sentence = await changed((file) => {
      citedIn(file).item.height -= 1
    })
    expect(sentence).toContain('which that block does not hold')
  })

  test('by citing what somebody else did is found', async () => {
    const { reasons } = await exported(bob)
    const [theirs] = reasons.flatMap(({ evidence }) => evidence)
    const sentence = await changed((file) => {
      Object.assign(citedIn(file).item, theirs)
    })
    expect(sentence).toMatch(/txId should be a transaction with|counterparty should be/)
  })

  test('in the time of the score is found', async () => {
    const sentence = await changed((file) => {
      file.computedAt = new Date(Date.parse(file.computedAt) + 1).toISOString()
    })
    expect(sentence).toMatch(/^computedAt should be /)
  })
})
