import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { openTestContext } from '@app/server/testing/create-test-context.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCase } from './case/verify-case.ts'
import { openEvidence } from './evidence/verify-evidence.ts'
import { coverByHashes, findMissed } from './testing/find-missed.ts'
import { openRealFiles, type RealFiles } from './testing/open-real-files.ts'
import { createScan, type Scan } from './verified-file.ts'
import { openVotes } from './votes/verify-votes.ts'

let files: RealFiles
let flow: FlowReader
let scan: Scan
const finishers: (() => Promise<void>)[] = []

beforeAll(async () => {
  files = await openRealFiles()
  flow = rememberAnswers(files.chain.reader)
  scan = rememberScans()
})
afterAll(async () => {
  for (const finish of finishers) await finish()
  await files.stop()
})

/** The chain does not change any more. */
function rememberAnswers(reader: FlowReader): FlowReader {
  const answers = new Map<string, unknown>()
  return new Proxy(reader, {
    get: (target, name) => {
      const call = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...args: unknown[]) => {
        const key = JSON.stringify([name, args], (_, value) =>
          typeof value === 'bigint' ? `${value}n` : value,
        )
        if (!answers.has(key)) answers.set(key, call(...args))
        return answers.get(key)
      }
    },
  })
}

/** Thousands of files are verified: minutes on a busy machine. */
const PATIENCE_MS = 3_600_000

/** Every file that names the same blocks is built from the same scan. */
function rememberScans(): Scan {
  const scans = new Map<string, Promise<Context>>()
  const { facts, contracts } = createScan(async () => {
    const accessNodeUrl = files.chain.emulator.accessNodeUrl
    const { context, finish } = await openTestContext({ accessNodeUrl })
    finishers.push(finish)
    return { context, onBlock: () => {}, signal: new AbortController().signal }
  })
  const remember: Scan['contracts'] = (range) => {
    const key = JSON.stringify(range)
    const scanned = scans.get(key) ?? contracts(range)
    scans.set(key, scanned)
    return scanned
  }
  return { facts, contracts: remember }
}

it.each<[string, () => Pick<Parameters<typeof findMissed>[0], 'open' | 'file' | 'cover'>]>([
  ['a case', () => ({ open: openCase, file: files.case })],
  [
    'a case whose hashes were computed again',
    () => ({ open: openCase, file: files.case, cover: coverByHashes(files.case) }),
  ],
  ['a vote archive', () => ({ open: openVotes, file: files.votes })],
])(
  'every forged field of %s is found with a node, or by a scan, or listed as unchecked',
  { timeout: PATIENCE_MS },
  async (_, build) => {
    const sources = [{}, { flow }, { flow, scan }]
    const { missed, tried } = await findMissed({ ...build(), times: 20, sources })
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(300)
  },
)

it('every forged field of an evidence file is found with a node, or listed as unchecked', {
  timeout: PATIENCE_MS,
}, async () => {
  const file = files.evidence
  const { missed, tried } = await findMissed({
    ...{ open: openEvidence, file, times: 20, sources: [{}, { flow }] },
  })
  expect(missed).toEqual([])
  expect(tried).toBeGreaterThan(300)
})
