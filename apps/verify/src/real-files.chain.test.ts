import { CASE_ENTRY_KINDS, type CaseFile } from '@app/api/schemas/case.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { createTestContext } from '@app/server/testing/create-test-context.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from './case/rebuild-case.ts'
import { openCase } from './case/verify-case.ts'
import { openEvidence } from './evidence/verify-evidence.ts'
import { getEntry, relink } from './testing/build-sample-case.ts'
import { isListedAsUnchecked } from './testing/find-missed.ts'
import { openRealFiles, type RealFiles } from './testing/open-real-files.ts'
import { type Open, verify } from './testing/verify.ts'
import { createScan, type Sources } from './verified-file.ts'
import { openVotes } from './votes/verify-votes.ts'

let files: RealFiles
let flow: FlowReader

beforeAll(async () => {
  files = await openRealFiles()
  flow = files.chain.reader
})
afterAll(() => files.stop())

/** Every scan has an empty database of its own. */
const buildFullSources = (): Partial<Sources> => ({
  flow,
  scan: createScan(async () => ({
    context: await createTestContext({ accessNodeUrl: files.chain.emulator.accessNodeUrl }),
    onBlock: () => {},
    signal: new AbortController().signal,
  })),
})

describe('the files of a real server', () => {
  it.each<[keyof RealFiles & string, Open]>([
    ['case', openCase],
    ['votes', openVotes],
    ['evidence', openEvidence],
  ])('agree with the chain, and with what is built from all blocks: %s', async (name, open) => {
    const { note, unchecked, ...found } = await verify(open, files[name], buildFullSources())
    expect(found).toMatchObject({ wrong: null, undecided: [] })
    expect(found.proven.at(-1)).toMatch(/^A scan of .* results in the same /)
  })

  it('have everything that can be in a case', () => {
    const kinds = new Set(files.case.entries.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([...CASE_ENTRY_KINDS].toSorted())
  })
})

/** A change after which the forger computed all hashes again. */
function forgeCase(change: (changed: CaseFile) => void): CaseFile {
  const copy = structuredClone(files.case)
  change(copy)
  return relink(copy)
}

describe('a forger of a case is found by the chain with', () => {
  it('the transaction of another entry', async () => {
    const forged = forgeCase((changed) =>
      Object.assign(getEntry(changed, 'flag'), { txId: getEntry(changed, 'vote').txId }),
    )
    expect((await verify(openCase, forged, { flow })).wrong).toContain(
      'a transaction with DharmaProtection.Flagged of this',
    )
  })

  it('a vote left out, with its sum, and all that followed', async () => {
    const forged = forgeCase((changed) => {
      const { details: gone } = getEntry(changed, 'vote')
      changed.entries = changed.entries.filter(
        ({ kind, details }) => !/^(execution|freeze)/.test(kind) && details !== gone,
      )
      const end = changed.entries.find(
        ({ kind, details }) => kind === 'voting_end' && details.proposalId === gone.proposalId,
      )
      Object.assign(end?.details ?? {}, { votesFor: 2, result: 'expired' })
    })
    expect((await verify(openCase, forged, { flow })).wrong).toContain(
      'votes.votesFor should be 3, but is 2',
    )
  })
})

describe('what was left out is found by a scan of all blocks', () => {
  it('of an archive: its last proposal', async () => {
    const withoutProposal = structuredClone(files.votes)
    withoutProposal.proposals.pop()
    expect((await verify(openVotes, withoutProposal, { flow })).wrong).toBeNull()
    const { wrong } = await verify(openVotes, withoutProposal, buildFullSources())
    expect(wrong).toMatch(/^proposals\[\d+\] should be \{"id":\d+,.*, but is missing\.$/)
  })

  it('of a case: an appeal with all that followed, and another outcome', async () => {
    const { appealId } = getEntry(files.case, 'appeal').details
    const forged = forgeCase((changed) => {
      changed.entries = changed.entries.filter(
        ({ details }) =>
          Reflect.get(details, 'proposalId') !== appealId &&
          Reflect.get(details, 'appealId') !== appealId,
      )
    })
    expect((await verify(openCase, forged, { flow })).wrong).toBeNull()
    expect((await verify(openCase, forged, buildFullSources())).wrong).toMatch(
      /^entries\[\d+\] should be \{"kind":"proposal".*, but is missing\.$/,
    )
    const { outcome } = files.case
    const other = { ...files.case, outcome: outcome === 'denied' ? 'cleared' : 'denied' }
    expect((await verify(openCase, other, { flow })).wrong).toBeNull()
    expect((await verify(openCase, other, buildFullSources())).wrong).toContain(
      `outcome should be "${outcome}"`,
    )
  })
})

type FiledCitation = EvidenceFile['reasons'][number]['evidence'][number]

/** The statement of reasons cites what the inputs cite; a forger changes both, and computes all hashes again. */
const forgeCitation = (change: (citation: FiledCitation) => void): CaseFile =>
  forgeCase((file) => {
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
      const text = toCanonicalJson(statement)
      Object.assign(entry, { text, textHash: sha256(text) })
    }
  })

const CITING = 'funding_hop_1'

it('what an accusation cites is asked of the node', async () => {
  const forged = forgeCitation((citation) => {
    citation.height -= 1
  })
  const alone = await verify(openCase, forged)
  expect(alone.wrong).toBeNull()
  expect(isListedAsUnchecked('evidence[0].reasons[2].evidence[0].height', alone.unchecked)).toBe(
    true,
  )
  expect((await verify(openCase, forged, { flow })).wrong).toMatch(
    /^evidence\[0\]\.reasons\[\d+\]\.evidence\[0\]\.txId should be a transaction of block/,
  )
})

it.each<[string, () => Partial<FlowReader>, string]>([
  [
    'does not know the transactions',
    () => ({
      getTransactionResult: async (txId) => ({
        ...{ txId, status: 'unknown', error: null, blockId: null, events: [] },
      }),
    }),
    'a sealed transaction',
  ],
  [
    'has other times',
    () => ({
      getBlockById: async (id) => {
        const block = await flow.getBlockById(id)
        return { ...block, timeMs: block.timeMs + 86_400_000 }
      },
    }),
    'should be',
  ],
])('a node is not believed by the case that %s', async (_, answers, sentence) => {
  const { wrong } = await verify(openCase, files.case, { flow: { ...flow, ...answers() } })
  expect(wrong).toContain(sentence)
})
