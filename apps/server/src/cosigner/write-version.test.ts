import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import { expect, it } from 'vitest'
import { isJudgingVotes } from '../indexer/stages/cursors.ts'
import { readRules } from '../scorer/read-rules.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { toTestAddress, writeIndexedRows } from '../testing/ledger.ts'
import type { Cosigner } from './cosigner.ts'
import { decideVersion, type VersionSituation, writeVersion } from './write-version.ts'

const build = (version: string, decoding: number): ScoreRules => ({
  ...SCORE_RULES.current,
  version,
  decoding,
})

const RULES = { current: build('4', 3), earlier: [build('3', 2), build('2', 2), build('1', 1)] }

const READ: VersionSituation = { kept: '3', oldestDecoding: 3, isBusy: false }

it.each<[string, Partial<VersionSituation>, string]>([
  ['all is read for it, and no vote is open: the present one', {}, '4'],
  ['nothing is indexed', { oldestDecoding: null }, '4'],
  ['it was the present one before', { kept: '4', isBusy: true }, '4'],
  ['blocks are read again: the one before', { oldestDecoding: 2 }, '3'],
  ['blocks are read again, for more than one version', { kept: '1', oldestDecoding: 1 }, '1'],
  ['a vote is open', { isBusy: true }, '3'],
  ['a vote is open, and nothing is indexed', { isBusy: true, oldestDecoding: null }, '3'],
  ['none was noted, and all is read', { kept: null }, '4'],
  ['none was noted, and nothing is indexed', { kept: null, oldestDecoding: null }, '4'],
  [
    'none was noted: the newest for which the blocks were read',
    { kept: null, oldestDecoding: 2 },
    '3',
  ],
  ['none was noted, and a vote is open', { kept: null, oldestDecoding: 1, isBusy: true }, '1'],
  ['the one before is not known any more', { kept: '0', oldestDecoding: 1, isBusy: true }, '4'],
  ['none is known for the blocks', { kept: null, oldestDecoding: 0, isBusy: true }, '4'],
])('a signer judges by a version of the score where %s', (_, change, expected) => {
  expect(decideVersion({ ...READ, ...change }, RULES)).toBe(expected)
})

it('a signer notes its version, and that no block is to be read again, while votes are open', async () => {
  const context = { ...(await createTestContext()), rules: RULES }
  await writeIndexedRows(context, {}, 5)
  const { db } = context
  await db.updateTable('chain_decoded').set({ decoding: 2 }).execute()
  const flow = { getNodeVersion: async () => ({ nodeRootHeight: 0 }) }
  const note = (executable: number[]) =>
    writeVersion({ context, flow } as unknown as Cosigner, {
      dao: toTestAddress(1),
      executable,
      voters: [],
    })
  const readNoted = async () => [
    (await readRules(context)).current.version,
    await isJudgingVotes(db),
  ]
  await note([7])
  expect(await readNoted()).toEqual(['3', true])
  await db.updateTable('chain_decoded').set({ decoding: 3 }).execute()
  await note([7])
  expect(await readNoted()).toEqual(['3', true])
  await note([])
  expect(await readNoted()).toEqual(['4', false])
})
