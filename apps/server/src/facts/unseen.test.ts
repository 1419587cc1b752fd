import { judge } from '@app/score/judge.ts'
import type { Address } from '@app/values/address.ts'
import { type EvmAddress, type Party, toEvmAddress } from '@app/values/evm-address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CoaMoveRow, NewCoaActRow } from '../db/tables/chain-tables.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import {
  buildTransferRows,
  FLOW,
  labelAccount,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { loadTestFacts } from '../testing/load-one.ts'

const context = await openFileContext()
beforeEach(async () => {
  await clearChainTables(context.pool)
  await labelAccount(context, toTestAddress(9))
})

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)
const COA = toEvmAddress(`${'0'.repeat(23)}2${'0'.repeat(15)}7`)
const STRANGER = toEvmAddress('ab'.repeat(20))

const toPosition = (height: number) => ({
  ...{ height, tx_index: 0, event_index: 3, tx_id: String(height).padStart(64, '0') },
  block_ms: (1_700_000_000 + height * 86_400) * 1000,
})

const act = (height: number, authorizer: Address): NewCoaActRow => ({
  ...toPosition(height),
  ...{ address: COA, authorizer, is_sole: true },
})

interface Move {
  from: Party
  to: Party
  units: bigint
  /** What the account in the EVM has after it. */
  left?: bigint
}

const move = (height: number, { from, to, units, left }: Move): CoaMoveRow => ({
  ...toPosition(height),
  ...{ address: COA, split_index: 0, sender: from, recipient: to, units, token: FLOW },
  initiator: from === ALICE ? null : (from as EvmAddress),
  ...{ is_initiated: true, is_swept: false, is_emptied: false, is_dust: false },
  balance_after: left ?? null,
})

const loadFacts = (address: Address) => loadTestFacts(context, address)

describe('FLOW from a source that no event shows', () => {
  it('is what the own account in the EVM had beyond what it was seen to get', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows(
        [...Array(6).keys()].map((height) => ({
          height,
          from: BOB,
          to: ALICE,
          units: 10_00000000n,
        })),
      ),
      coaActs: [act(1, ALICE), act(3, ALICE)],
      coaMoves: [
        move(1, { from: ALICE, to: COA, units: 10_00000000n, left: 10_00000000n }),
        move(3, { from: COA, to: ALICE, units: 45_00000000n, left: 5_00000000n }),
      ],
    })
    const facts = await loadFacts(ALICE)
    expect(facts).toMatchObject({ unseen: 40_00000000n, completeness: 6_000 })
    const { reasons } = judge(facts)
    const words = reasons.map(({ headline, text }) => `${headline}. ${text}`).join(' ')
    expect(words).toMatch(/40\s% of its money is from an unseen source/)
    expect(words).not.toMatch(/no contact/i)
  })

  it('stays with who had it when somebody else takes the account over, and grows by nothing of theirs', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([{ height: 0, from: BOB, to: ALICE, units: 50_00000000n }]),
      coaActs: [act(1, ALICE), act(3, ALICE)],
      coaMoves: [
        move(1, { from: ALICE, to: COA, units: 10_00000000n, left: 10_00000000n }),
        move(3, { from: COA, to: ALICE, units: 50_00000000n, left: 0n }),
      ],
    })
    const before = await loadFacts(ALICE)
    expect(before.unseen).toBe(40_00000000n)
    await writeIndexedRows(context, {
      coaActs: [act(5, BOB)],
      coaMoves: [move(5, { from: COA, to: BOB, units: 70_00000000n, left: 0n })],
    })
    expect((await loadFacts(ALICE)).unseen).toBe(40_00000000n)
  })

  it('is none, and absent, where the events show all of it', async () => {
    await writeIndexedRows(context, {
      coaActs: [act(1, ALICE), act(3, ALICE)],
      coaMoves: [
        move(1, { from: ALICE, to: COA, units: 10_00000000n, left: 10_00000000n }),
        move(3, { from: COA, to: ALICE, units: 4_00000000n, left: 6_00000000n }),
      ],
    })
    expect(await loadFacts(ALICE)).not.toHaveProperty('unseen')
  })

  it('is not followed where somebody with a key pays on more than was seen to arrive', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([
        { height: 1, from: BOB, to: STRANGER, units: 5_00000000n },
        { height: 2, from: STRANGER, to: ALICE, units: 30_00000000n },
      ]),
    })
    const facts = await loadFacts(ALICE)
    expect(facts.contacts).toMatchObject({
      entries: [],
      unfollowed: [{ token: FLOW, unitsIn: 30_00000000n }],
    })
    expect(judge(facts).findings.knownScamInteract).toMatch(
      /^100.% of its money is not followed further$/,
    )
  })
})
