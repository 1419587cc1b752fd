import { buildEventTypeId, getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import {
  buildContractEventRow,
  INDEXED_EVENTS,
  listContractEventTypes,
  movesContractTokens,
} from './contract-events.ts'

const ALICE = computeAddressAtIndex(10, 'local')
const VAULTS = getContractAddress('DharmaVault', 'local')

const buildEvent = (type: string, fields: ChainEvent['fields']): ChainEvent => ({
  type,
  txId: 'ab',
  height: 7,
  blockId: 'block-7',
  blockTimeMs: 1_000,
  txIndex: 2,
  eventIndex: 3,
  fields,
})

it('each type of the contracts’ events is requested once, where they are deployed', () => {
  const all = Object.values(listContractEventTypes('local') ?? {}).flat()
  expect(all).toEqual(INDEXED_EVENTS.map((name) => buildEventTypeId(name, 'local')))
  expect(listContractEventTypes('testnet')).toBeNull()
})

describe('tokens of the contracts’ account', () => {
  const token = (name: string, fields: ChainEvent['fields'], contract = 'FungibleToken') =>
    buildEvent(buildSystemTypeId('local', contract as 'FungibleToken', name), fields)

  it.each([
    ['leave it', token('Withdrawn', { from: VAULTS }), true],
    ['enter it', token('Deposited', { to: VAULTS }), true],
    ['of somebody else leave', token('Withdrawn', { from: ALICE, to: VAULTS }), false],
    ['of somebody else arrive', token('Deposited', { to: ALICE, from: VAULTS }), false],
    ['are NFTs', token('Withdrawn', { from: VAULTS }, 'NonFungibleToken'), false],
    ['are of another event', buildEvent('A.01.Other', { from: VAULTS, to: VAULTS }), false],
  ])('%s', (_, event, expected) => {
    expect(movesContractTokens([token('Withdrawn', { from: ALICE }), event], 'local')).toBe(
      expected,
    )
  })
})

it('the row of an event has its name and its fields, with amounts as decimal text', () => {
  const type = buildEventTypeId('DharmaGovernance.VoteCast', 'local')
  const fields = { proposalId: 5n, support: true, voter: ALICE, list: [7n] }
  expect(buildContractEventRow(buildEvent(type, fields), 'local')).toMatchObject({
    ...{ height: 7, tx_index: 2, event_index: 3, tx_id: 'ab', block_ms: 1_000 },
    type: 'DharmaGovernance.VoteCast',
    fields: `{"proposalId":"5","support":true,"voter":"${ALICE}","list":["7"]}`,
  })
})
