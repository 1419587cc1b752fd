import { CASE_ENTRY_KINDS, type CaseFile } from '@app/api/schemas/case.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCaseFile } from './case/parse-case.ts'
import { relink } from './testing/build-sample-case.ts'
import { getEntry, setText } from './testing/forge-case.ts'
import { forgeFields } from './testing/forge-field.ts'
import { openRealFiles, type RealFiles } from './testing/open-real-files.ts'
import {
  CASE,
  EVIDENCE,
  type Format,
  isFieldNamed,
  isListedAsUnchecked,
  VOTES,
  verify,
} from './testing/verify-file.ts'

type FiledCitation = EvidenceFile['reasons'][number]['evidence'][number]

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

const SEED = 20_261_125
const TIMES = 20

/** Thousands of files are verified: minutes on a busy machine. */
const PATIENCE_MS = 3_600_000

/** How a forger goes on after the change: who computes all hashes again leaves the place of the change unnamed. */
type Cover<T> = (forged: T) => T

/** Forges every kind of field; returns the forgeries that were neither found nor listed as unchecked. */
async function findMissed<T>(format: Format<T>, file: T, cover?: Cover<T>): Promise<string[]> {
  const missed: string[] = []
  let tried = 0
  for (const { file: changed, path, change } of forgeFields(file, { seed: SEED, times: TIMES })) {
    const forged = cover === undefined ? changed : cover(changed)
    if (JSON.stringify(forged) === JSON.stringify(file)) continue
    tried += 1
    const miss = await findMiss(format, forged, {
      path,
      isNamed: cover === undefined ? isFieldNamed : () => true,
    })
    if (miss !== null) missed.push(`${path} = ${change}: ${miss}`)
  }
  expect(tried).toBeGreaterThan(300)
  return missed
}

async function findMiss<T>(
  format: Format<T>,
  forged: T,
  { path, isNamed: names }: { path: string; isNamed: typeof isFieldNamed },
): Promise<string | null> {
  for (const node of [null, flow]) {
    const { wrong, undecided } = await verify(format, forged, node)
    if (wrong !== null) return names(path, wrong) ? null : `not named in: ${wrong}`
    const isUndecided = undecided.some((because) => isFieldNamed(path, because))
    if (isUndecided || isListedAsUnchecked(path, format.listUnchecked(forged, node !== null)))
      continue
    return `neither found nor listed ${node === null ? 'without' : 'with'} a node`
  }
  return null
}

/** The statement of reasons cites what the inputs cite; a forger changes both, and computes all hashes again. */
function forgeCitation(change: (citation: FiledCitation) => void): CaseFile {
  const file = structuredClone(files.case)
  const changeFirst = (reasons: readonly { code: string; evidence: FiledCitation[] }[] = []) => {
    const citation = reasons.find(({ code }) => code === CITING)?.evidence[0]
    if (citation !== undefined) change(citation)
  }
  changeFirst(file.evidence[0]?.reasons)
  changeFirst(file.statement?.reasons)
  for (const entry of file.entries) {
    if (entry.kind !== 'warning' && entry.kind !== 'flag') continue
    const statement = JSON.parse(entry.text ?? '')
    changeFirst(statement.reasons)
    setText(entry, toCanonicalJson(statement))
  }
  return relink(file)
}

const CITING = 'funding_hop_1'

describe('the files of a real server', () => {
  it.each([
    ['case', () => verify(CASE, files.case, flow)],
    ['votes', () => verify(VOTES, files.votes, flow)],
    ['evidence', () => verify(EVIDENCE, files.evidence, flow)],
  ])('agree with the chain: %s', async (_, run) => {
    expect(await run()).toEqual({ wrong: null, undecided: [] })
  })

  it('have everything that can be in a case', () => {
    const kinds = new Set(files.case.entries.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([...CASE_ENTRY_KINDS].toSorted())
  })
})

describe('every forged field is found, or listed as unchecked', () => {
  it('of a case', { timeout: PATIENCE_MS }, async () => {
    expect(await findMissed(CASE, files.case)).toEqual([])
  })

  it('of a case whose hashes were computed again', { timeout: PATIENCE_MS }, async () => {
    // The inputs have hashes of their own, which are forged above.
    const missed = await findMissed(CASE, files.case, (forged) =>
      JSON.stringify(forged.evidence) === JSON.stringify(files.case.evidence)
        ? relinkIfWhole(forged)
        : files.case,
    )
    expect(missed).toEqual([])
  })

  it('of a vote archive', { timeout: PATIENCE_MS }, async () => {
    expect(await findMissed(VOTES, files.votes)).toEqual([])
  })

  it('of an evidence file', { timeout: PATIENCE_MS }, async () => {
    expect(await findMissed(EVIDENCE, files.evidence)).toEqual([])
  })
})

/** What no longer has the form of a case is refused before its hashes are looked at. */
function relinkIfWhole(forged: CaseFile): CaseFile {
  try {
    return relink(parseCaseFile('It', forged))
  } catch {
    return files.case
  }
}

describe('what an accusation cites', () => {
  it.each<[string, (citation: FiledCitation) => void, string]>([
    [
      'a transaction that does not exist',
      (citation) => Object.assign(citation, { txId: 'a'.repeat(64) }),
      'txId should be a transaction of block',
    ],
    [
      'another height',
      (citation) => Object.assign(citation, { height: citation.height - 1 }),
      'txId should be a transaction of block',
    ],
    [
      'another counterparty',
      (citation) => Object.assign(citation, { counterparty: files.chain.dao.address }),
      'counterparty should be 0x',
    ],
    [
      'no counterparty',
      (citation) => Reflect.deleteProperty(citation, 'counterparty'),
      'counterparty should be 0x',
    ],
    [
      'a transaction about something else',
      (citation) => {
        const vote = getEntry(files.case, 'vote').txId
        const { receipt } = files.votes.proposals[1]?.votes[0] ?? {}
        Object.assign(citation, { txId: vote, height: receipt?.height })
      },
      'txId should be a transaction with a transfer of',
    ],
  ])('is found when it is %s', async (_, change, sentence) => {
    const forged = forgeCitation(change)
    expect((await verify(CASE, forged, null)).wrong).toBeNull()
    expect(
      isListedAsUnchecked(
        'evidence[0].reasons[2].evidence[0].txId',
        CASE.listUnchecked(forged, false),
      ),
    ).toBe(true)
    expect((await verify(CASE, forged, flow)).wrong).toContain(sentence)
  })
})

describe('a node that does not say what the file says', () => {
  const lie = (answers: Partial<FlowReader>): FlowReader => ({ ...files.chain.reader, ...answers })
  const changeResults = (change: Partial<TransactionResult>) =>
    lie({
      getTransactionResult: async (id) => ({
        ...(await flow.getTransactionResult(id)),
        ...change,
      }),
    })

  it.each<[string, () => FlowReader, string]>([
    [
      'does not know the transactions',
      () => changeResults({ status: 'unknown', blockId: null, events: [] }),
      'a sealed transaction',
    ],
    [
      'says they are not sealed',
      () => changeResults({ status: 'executed' }),
      'a sealed transaction',
    ],
    [
      'says they failed',
      () => changeResults({ error: { text: 'no', code: null } as never }),
      'a transaction that succeeded',
    ],
    ['says they did nothing', () => changeResults({ events: [] }), 'a transaction with'],
    [
      'has other times',
      () =>
        lie({
          getBlockById: async (id) => {
            const block = await flow.getBlockById(id)
            return { ...block, timeMs: block.timeMs + 86_400_000 }
          },
        }),
      'should be',
    ],
    [
      'has other blocks at these heights',
      () =>
        lie({
          getBlockAtHeight: async (height) => flow.getBlockAtHeight(height + 1),
        }),
      'should be',
    ],
  ])('is not believed by the case: it %s', async (_, node, sentence) => {
    expect((await verify(CASE, files.case, node())).wrong).toContain(sentence)
  })
})
