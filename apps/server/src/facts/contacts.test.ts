import { computeListHash } from '@app/score/canonical/evidence-hash.ts'
import type { Address } from '@app/values/address.ts'
import { describe, expect, it } from 'vitest'
import { upsertLabel } from '../labels/change-labels.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import {
  buildNftRows,
  buildTransferRows,
  FLOW,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { loadOne } from '../testing/load-one.ts'
import { loadContacts, loadListings } from './load-contacts.ts'
import { loadEvidence } from './load-evidence.ts'

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)
const THIEF = toTestAddress(3)
const CAROL = toTestAddress(4)
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'

const context = await openFileContext()

const listEvidence = async (address: Address, hop: 0 | 1 | 2) => {
  const pointer = { kind: 'listed_contacts', hop } as const
  const items = await loadEvidence(context, address, { pointer, limit: 10 })
  return items.map(({ height, counterparty }) => [height, counterparty])
}

describe('contacts', () => {
  it('are unknown while no list is loaded', async () => {
    expect(await loadOne(loadContacts, context.db, ALICE)).toBeNull()
  })

  it('are listed by hop and token, with their transactions', async () => {
    const label = { kind: 'scam', source: 'victims', confidence: 0.75, reason: 'Drainer' } as const
    await upsertLabel(context, { ...label, address: THIEF })
    await upsertLabel(context, { ...label, address: THIEF, source: 'exchange', confidence: 0.5 })
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 4, from: THIEF, to: ALICE, units: 60n },
        { height: 5, from: ALICE, to: BOB, units: 70n },
        { height: 6, from: THIEF, to: ALICE, units: 1n, isDust: true },
      ]),
      nftMoves: buildNftRows([{ height: 7, from: ALICE, to: THIEF, nftType: PASS }]),
    })
    expect(await loadOne(loadContacts, context.db, BOB)).toMatchObject({
      listedCount: 1,
      listHash: computeListHash({ scam: [THIEF], service: [] }),
      entries: [{ hop: 1, token: FLOW, counterparties: 1, transfersIn: 1, unitsIn: 70n }],
    })
    expect(await listEvidence(BOB, 1)).toEqual([[5, ALICE]])
    expect(await listEvidence(BOB, 0)).toEqual([])
    expect(await listEvidence(ALICE, 0)).toEqual([
      [7, THIEF],
      [4, THIEF],
    ])
  })

  it('are the only facts that show what a listed account took', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 8, from: CAROL, to: BOB, units: 5n },
        { height: 9, from: CAROL, to: THIEF, units: 90n, isSwept: true },
        { height: 10, from: CAROL, to: THIEF, units: 10n, isEmptied: true },
      ]),
    })
    const largest = { pointer: { kind: 'largest_sends', token: FLOW }, limit: 10 } as const
    const latest = { pointer: { kind: 'latest_transfers' }, limit: 10 } as const
    for (const question of [largest, latest]) {
      expect(await loadEvidence(context, CAROL, question)).toMatchObject([{ height: 8 }])
    }
    expect(await listEvidence(CAROL, 0)).toEqual([
      [10, THIEF],
      [9, THIEF],
    ])
  })

  it('include the account’s own label with the highest confidence', async () => {
    expect(await loadOne(loadListings, context.db, THIEF)).toEqual({
      source: 'victims',
      confidence: 0.75,
    })
    expect(await loadOne(loadListings, context.db, ALICE)).toBeNull()
  })
})
