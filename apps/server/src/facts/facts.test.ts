import type { Address } from '@app/values/address.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { DECODING } from '../indexer/decode/decoding.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import {
  buildNftRows,
  buildTransferRows,
  FLOW,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { loadTestFacts } from '../testing/load-one.ts'
import { loadEvidence } from './load-evidence.ts'
import { loadIndexedTip } from './load-indexed-tip.ts'

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)
const THIEF = toTestAddress(3)
const CAROL = toTestAddress(4)
const STRANGER = toTestAddress(9)
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'
const OWN_ART = `A.${ALICE.slice(2)}.Art.NFT`

const context = await openFileContext()

beforeAll(async () => {
  await writeIndexedRows(
    context,
    {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: ALICE, units: 500n },
        { height: 2, from: ALICE, to: BOB, units: 40n },
        { height: 3, from: ALICE, to: BOB, units: 90n },
        { height: 4, from: THIEF, to: ALICE, units: 60n },
        { height: 5, from: ALICE, to: BOB, units: 70n },
        { height: 6, from: BOB, to: ALICE, units: 1n, isDust: true },
      ]),
      nftMoves: buildNftRows([{ height: 2, from: BOB, to: ALICE, nftType: PASS }]),
      ...buildCreatedAccounts({ height: 0, ms: 1_699_900_000_000, numbers: [1, 2, 3] }),
    },
    20,
  )
})

function buildCreatedAccounts({
  height,
  ms,
  numbers,
}: {
  height: number
  ms: number
  numbers: number[]
}) {
  return {
    accounts: numbers.map((number) => ({
      address: toTestAddress(number),
      creation_index: 100 + number,
      created_height: height,
      created_ms: ms,
    })),
    accountEvents: numbers.map((number) => ({
      address: toTestAddress(number),
      height,
      tx_index: 0,
      event_index: number,
      kind: 'account_created' as const,
      detail: null,
      tx_id: 'ab'.repeat(32),
      block_ms: ms,
    })),
  }
}

const loadAccountFacts = (address: Address) => loadTestFacts(context, address)

const listEvidence = async (pointer: Parameters<typeof loadEvidence>[2]['pointer'], limit = 10) => {
  const items = await loadEvidence(context, ALICE, { pointer, limit })
  return items.map(({ height, counterparty }) => [height, counterparty])
}

describe('facts', () => {
  it('contain the sums over all tokens, by token and over NFTs, and count dust separately', async () => {
    const facts = await loadAccountFacts(ALICE)
    expect(facts).toMatchObject({
      activity: { transfersIn: 2, transfersOut: 3, senders: 2, recipients: 1 },
      nfts: { transfersIn: 1, transfersOut: 0 },
      dustIn: 1,
      holdings: null,
      contacts: null,
      listing: null,
    })
    expect(facts.tokens).toMatchObject([{ token: FLOW, received: 560n, sent: 200n }])
  })

  it('end at the last event that counts', async () => {
    const facts = await loadAccountFacts(ALICE)
    expect(facts.asOfSeconds).toBe(1_700_000_000 + 5 * 86_400)
    expect(facts.completeness).toBe(10_000)
  })

  it('rank the account among those created before its last day', async () => {
    expect((await loadAccountFacts(ALICE)).age).toEqual({
      creationIndex: 101,
      accountCount: 103,
      createdSeconds: 1_699_900_000,
    })
    expect((await loadAccountFacts(STRANGER)).age).toEqual({
      creationIndex: 109,
      accountCount: 109,
      createdSeconds: null,
    })
  })

  it('name at most twenty tokens, busiest first and then by name', async () => {
    const tokens = Array.from({ length: 24 }, (_, number) => `A.01.Coin${number + 10}.Vault`)
    const once = tokens.map((token) => ({ height: 21, from: null, to: CAROL, token }))
    const again = { height: 22, from: CAROL, to: null, token: 'A.01.Coin33.Vault' }
    await writeIndexedRows(context, { transfers: buildTransferRows([...once, again]) })
    const names = (await loadAccountFacts(CAROL)).tokens.map(({ token }) => token)
    expect(names).toEqual(['A.01.Coin33.Vault', ...tokens.slice(0, 19)])
  })

  it('do not change when accounts are created later', async () => {
    const before = await loadAccountFacts(ALICE)
    await writeIndexedRows(
      context,
      buildCreatedAccounts({ height: 30, ms: 1_900_000_000_000, numbers: [5, 6] }),
    )
    expect(await loadAccountFacts(ALICE)).toEqual(before)
  })

  it('of an account without data are zeros', async () => {
    expect(await loadAccountFacts(STRANGER)).toMatchObject({
      asOfSeconds: 0,
      activity: { transfersIn: 0, firstSeconds: 0, activeDays: 0 },
      tokens: [],
      nfts: null,
      account: { proposed: 0, keysAdded: 0 },
    })
  })

  it('name collections with the first deposit seen, and those the holder can mint itself', async () => {
    await context.pool.query(
      `insert into score_holding_read (address, read_height, skipped_paths) values ($1, 5, 0)`,
      [ALICE],
    )
    await context.pool.query(
      `insert into score_holding (address, collection, count)
       select $1, replace(nft, '.NFT', '.Collection'), count
       from (values ($2, 2), ($3, 9), ('A.01.Empty.NFT', 0)) as held (nft, count)`,
      [ALICE, PASS, OWN_ART],
    )
    expect((await loadAccountFacts(ALICE)).holdings).toEqual([
      {
        collection: OWN_ART.replace('.NFT', '.Collection'),
        count: 9,
        isSelfMinted: true,
        firstDepositSeconds: null,
      },
      {
        collection: PASS.replace('.NFT', '.Collection'),
        count: 2,
        isSelfMinted: false,
        firstDepositSeconds: 1_700_000_000 + 2 * 86_400,
      },
    ])
  })
})

describe('evidence', () => {
  it('of the largest sends comes largest first', async () => {
    expect(await listEvidence({ kind: 'largest_sends', token: FLOW }, 2)).toEqual([
      [3, BOB],
      [5, BOB],
    ])
  })

  it('of the latest transfers comes latest first', async () => {
    expect(await listEvidence({ kind: 'latest_transfers' }, 3)).toEqual([
      [6, BOB],
      [5, BOB],
      [4, THIEF],
    ])
  })

  it('of holdings and account events names their transactions', async () => {
    expect(await listEvidence({ kind: 'holdings' })).toEqual([[2, BOB]])
    expect(await listEvidence({ kind: 'account_events' })).toEqual([[0, undefined]])
    expect(await listEvidence({ kind: 'account_events', act: 'full_key_added' })).toEqual([])
    expect(await listEvidence({ kind: 'none' })).toEqual([])
  })
})

describe('the tip', () => {
  it('contains the covered blocks, the number of sealed blocks above them, and of those to read again', async () => {
    await context.pool.query("update chain_cursor set node_height = 37 where direction = 'live'")
    expect(await loadIndexedTip(context)).toEqual({
      fromHeight: 0,
      toHeight: 30,
      timeMs: (1_700_000_000 + 30 * 86_400) * 1000,
      nodeHeight: 37,
      decoded: [{ fromHeight: 0, toHeight: 30, decoding: DECODING }],
      lagBlocks: 7,
      outdatedBlocks: 0,
    })
    const decoding = context.rules.current.decoding - 1
    await context.db.updateTable('chain_decoded').set({ decoding }).execute()
    expect(await loadIndexedTip(context)).toMatchObject({ outdatedBlocks: 31 })
  })
})
