import { SCORE_RULES } from '@app/score/version.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DECODING, type Decoding } from '../indexer/decode/decoding.ts'
import { scoreAccount } from '../scorer/score-account.ts'
import { createSignerScene, work } from './testing/create-signer-scene.ts'
import { type DaoChain, openDaoChain } from './testing/open-dao-chain.ts'

let chain: DaoChain

beforeAll(async () => {
  chain = await openDaoChain()
})
afterAll(() => chain.emulator.stop())

const { openFixture } = createSignerScene(() => chain)

const BEFORE = { ...SCORE_RULES.current, version: '98.0.0', decoding: DECODING - 1 }
const NEXT = { ...SCORE_RULES.current, version: '99.0.0', decoding: DECODING }
const EARLIER: Decoding = { number: DECODING - 1, without: ['token_withdrawn'] }

it('a signer reads its blocks again, and judges by a new version, only when no vote is open', async () => {
  const fixture = await openFixture()
  const signer = await fixture.openSigner(0, { rules: { current: NEXT, earlier: [BEFORE] } })
  const { db } = signer.context
  const readVersion = async () => {
    const row = await db.selectFrom('cosigner_version').selectAll().executeTakeFirst()
    const { version } = await scoreAccount(signer.context, chain.voters[0]!.address, 'cosigner')
    return [row?.version, row?.is_busy, version]
  }
  const listDecodings = async () => {
    const rows = await db.selectFrom('chain_decoded').select('decoding').distinct().execute()
    return rows.map(({ decoding }) => decoding).sort()
  }
  await chain.propose([true, true, true])
  await signer.index(EARLIER)
  await work(signer)
  expect(await readVersion()).toEqual(['98.0.0', true, '98.0.0'])
  await chain.commitBlocks(1)
  await signer.index()
  await work(signer)
  expect(await listDecodings()).toEqual([EARLIER.number, DECODING])
  expect(await readVersion()).toEqual(['98.0.0', true, '98.0.0'])

  // What was approved waits for its execution, and expires.
  await chain.advanceTime(2 * 86_400)
  await signer.index()
  await work(signer)
  expect(await readVersion()).toEqual(['98.0.0', true, '98.0.0'])
  await chain.advanceTime(8 * 86_400)
  await work(signer)
  expect(await readVersion()).toEqual(['98.0.0', false, '98.0.0'])
  await signer.index()
  expect(await listDecodings()).toEqual([DECODING])
  await work(signer)
  expect(await readVersion()).toEqual(['99.0.0', false, '99.0.0'])

  await chain.propose([true])
  await work(signer)
  expect(await readVersion()).toEqual(['99.0.0', true, '99.0.0'])
})
