import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CASE } from './case/verify-case.ts'
import { EVIDENCE } from './evidence/verify-evidence.ts'
import { coverByHashes, findMissed } from './testing/find-missed.ts'
import { openRealFiles, type RealFiles } from './testing/open-real-files.ts'
import { VOTES } from './votes/verify-votes.ts'

let files: RealFiles
let flow: FlowReader

beforeAll(async () => {
  files = await openRealFiles()
  flow = rememberAnswers(files.chain.reader)
})
afterAll(() => files.stop())

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

it.each<[string, () => object]>([
  ['a case', () => ({ format: CASE, file: files.case })],
  [
    'a case whose hashes were computed again',
    () => ({ format: CASE, file: files.case, cover: coverByHashes(files.case) }),
  ],
  ['a vote archive', () => ({ format: VOTES, file: files.votes })],
  ['an evidence file', () => ({ format: EVIDENCE, file: files.evidence })],
])(
  'every forged field of %s is found with a node, or listed as unchecked',
  {
    timeout: PATIENCE_MS,
  },
  async (_, build) => {
    // The table has files of several formats.
    const own = build() as Pick<Parameters<typeof findMissed<object>>[0], 'format' | 'file'>
    const { missed, tried } = await findMissed({ ...own, times: 20, nodes: [null, flow] })
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(300)
  },
)
