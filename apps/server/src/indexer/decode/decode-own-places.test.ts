import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent, TransactionRoles } from '@app/flow/read/chain.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import { NETWORKS } from '@app/values/network.ts'
import { describe, expect, it } from 'vitest'
import { buildRows } from './build-rows.ts'
import { decodeOwnPlaces } from './decode-own-places.ts'
import { decodeTransaction } from './decode-transaction.ts'
import { listPlaceEventTypes } from './place-events.ts'

const [ALICE, BOB, THIEF] = [10, 11, 12].map((index) => computeAddressAtIndex(index, 'local')) as [
  Address,
  Address,
  Address,
]
const STAKING = NETWORKS.local.systemContracts.FlowIDTableStaking
const CONTRACTS = toAddress(getContractAddress('DharmaCustody', 'local'))
const FLOW = 'A.0ae53cb6e3f42a79.FlowToken.Vault'
const NODE = 'ab'.repeat(32)

/** What an event log has for one transaction, with positions as the chain gives them. */
function createLog() {
  const events: ChainEvent[] = []
  const emit = (type: string, fields: ChainEvent['fields']) => {
    const place = { height: 7, blockId: 'block-7', blockTimeMs: 1_700_000_000_000, txIndex: 2 }
    events.push({ type, txId: 'cd'.repeat(32), eventIndex: events.length, fields, ...place })
  }
  let uuid = 100n
  return {
    events,
    /** Returns the uuid of the vault outside of storage. */
    withdraw(from: Address | null, amount: bigint, { balanceAfter = 1_000n, token = FLOW } = {}) {
      uuid += 1n
      emit('A.ee82856bf20e2aa6.FungibleToken.Withdrawn', {
        ...{ type: token, amount, from, fromUUID: 1n, withdrawnUUID: uuid, balanceAfter },
      })
      return uuid
    },
    deposit(to: Address | null, amount: bigint, depositedUUID: bigint, token = FLOW) {
      emit('A.ee82856bf20e2aa6.FungibleToken.Deposited', {
        ...{ type: token, amount, to, toUUID: 2n, depositedUUID, balanceAfter: amount },
      })
    },
    stake: (name: string, amount: bigint, delegatorID: bigint | null = 1n) =>
      emit(`A.f8d6e0586b0a20c7.FlowIDTableStaking.${name}`, {
        nodeID: NODE,
        amount,
        ...(delegatorID !== null && { delegatorID }),
      }),
    custody: (name: string, address: Address, amount: bigint, type = FLOW) =>
      emit(`A.f8d6e0586b0a20c7.DharmaCustody.${name}`, {
        ...{ address, type, amount, balanceBefore: 0n, balanceAfter: amount },
      }),
    storage: (name: string, fields: ChainEvent['fields']) =>
      emit(`A.f8d6e0586b0a20c7.DharmaCustody.Storage${name}`, fields),
  }
}

type Log = ReturnType<typeof createLog>

const buildRoles = (...authorizers: Address[]): TransactionRoles => {
  const [proposer = ALICE] = authorizers
  return { txId: 'cd'.repeat(32), proposer, payer: proposer, authorizers }
}

function buildLogRows(write: (log: Log) => void, roles: TransactionRoles | null) {
  const log = createLog()
  write(log)
  const [first, ...rest] = log.events
  if (first === undefined) throw new Error('a transaction has events')
  const decoded = decodeTransaction([first, ...rest], 'local')
  return buildRows([{ decoded, roles }])
}

/** Each row as 'account in or out of counterparty or place'. */
function describeRows(write: (log: Log) => void, roles: TransactionRoles | null): string[] {
  const { transfers } = buildLogRows(write, roles)
  return transfers
    .map(({ address, side, counterparty, own_place, units }) => {
      const other = own_place === null ? (NAMES[counterparty ?? ''] ?? counterparty) : own_place
      return `${NAMES[address] ?? address} ${side} ${units} ${other}`
    })
    .sort()
}

const NAMES: Readonly<Record<string, string>> = {
  [ALICE]: 'alice',
  [BOB]: 'bob',
  [THIEF]: 'thief',
  [STAKING]: 'contract',
  '': 'nobody',
}

const delegate = (from: Address) => (log: Log) => {
  const vault = log.withdraw(from, 50n)
  log.stake('DelegatorTokensCommitted', 50n)
  log.deposit(STAKING, 50n, vault)
}

const withdrawStake =
  (to: Address, name = 'DelegatorUnstakedTokensWithdrawn') =>
  (log: Log) => {
    log.stake(name, 50n)
    log.deposit(to, 50n, log.withdraw(STAKING, 50n))
  }

describe('what an account stakes', () => {
  it('goes into its own stake and comes back from it, without a counterparty', () => {
    expect(describeRows(delegate(ALICE), buildRoles(ALICE))).toEqual(['alice out 50 staking'])
    expect(describeRows(withdrawStake(ALICE), buildRoles(ALICE))).toEqual(['alice in 50 staking'])
  })

  it('is noted with the node or the delegator and the position of its row', () => {
    const { transfers, stakeActs } = buildLogRows(delegate(ALICE), buildRoles(ALICE))
    const position = { height: 7, tx_index: 2, event_index: 2, split_index: -1 }
    expect(transfers).toMatchObject([position])
    expect(stakeActs).toMatchObject([
      { ...position, stake: `${NODE}/1`, address: ALICE, is_sole: true },
    ])
    const node = (log: Log) => {
      const vault = log.withdraw(ALICE, 50n)
      log.stake('TokensCommitted', 50n, null)
      log.deposit(STAKING, 50n, vault)
    }
    expect(buildLogRows(node, buildRoles(ALICE)).stakeActs).toMatchObject([{ stake: NODE }])
  })

  it.each<[string, (log: Log) => void, string[]]>([
    [
      'without an event of the contract',
      (log) => log.deposit(STAKING, 50n, log.withdraw(THIEF, 50n)),
      ['contract in 50 thief', 'thief out 50 contract'],
    ],
    [
      'if it was sent beside a stake of another amount',
      (log) => {
        delegate(THIEF)(log)
        log.deposit(STAKING, 900n, log.withdraw(THIEF, 900n))
      },
      ['contract in 900 thief', 'thief out 50 staking', 'thief out 900 contract'],
    ],
    [
      'if it was sent in the place of the stake',
      (log) => {
        const vault = log.withdraw(THIEF, 900n)
        log.stake('DelegatorTokensCommitted', 50n)
        log.deposit(STAKING, 900n, vault)
      },
      ['contract in 900 thief', 'thief out 900 contract'],
    ],
    [
      'if it was sent after the contract committed the same amount from within',
      (log) => {
        log.deposit(STAKING, 50n, log.withdraw(STAKING, 50n))
        log.stake('DelegatorTokensCommitted', 50n)
        log.deposit(STAKING, 50n, log.withdraw(THIEF, 50n))
      },
      ['contract in 50 thief', 'thief out 50 contract'],
    ],
    [
      'if it is a reward, which is income from the contract',
      withdrawStake(THIEF, 'DelegatorRewardTokensWithdrawn'),
      ['contract out 50 thief', 'thief in 50 contract'],
    ],
  ])('is not own %s', (_, write, rows) => {
    expect(describeRows(write, buildRoles(THIEF))).toEqual(rows)
  })

  it('is paid to whoever authorizes it, if it is another’s money', () => {
    expect(describeRows(delegate(THIEF), buildRoles(ALICE))).toEqual([
      'alice in 50 thief',
      'alice out 50 staking',
      'thief out 50 alice',
    ])
  })

  it('is paid by whoever authorizes it, if it is withdrawn to another', () => {
    expect(describeRows(withdrawStake(BOB), buildRoles(THIEF))).toEqual([
      'bob in 50 thief',
      'thief in 50 staking',
      'thief out 50 bob',
    ])
  })

  it('belongs to all of several authorizers, so to nobody', () => {
    const { stakeActs } = buildLogRows(delegate(ALICE), buildRoles(ALICE, BOB))
    expect(stakeActs.map(({ address, is_sole }) => [address, is_sole])).toEqual([
      [ALICE, false],
      [BOB, false],
    ])
    const expected = ['alice out 50 contract', 'contract in 50 alice']
    expect(describeRows(delegate(ALICE), buildRoles(ALICE, BOB))).toEqual(expected)
  })

  it('is known to have moved in a transaction of the system', () => {
    const { stakeActs } = buildLogRows(withdrawStake(BOB), null)
    expect(stakeActs.map(({ address }) => address)).toEqual([BOB])
  })

  it('is told apart from a reward in the same deposit', () => {
    const both = (log: Log) => {
      log.stake('DelegatorUnstakedTokensWithdrawn', 50n)
      const unstaked = log.withdraw(STAKING, 50n)
      log.stake('DelegatorRewardTokensWithdrawn', 7n)
      const reward = log.withdraw(STAKING, 7n)
      log.deposit(ALICE, 50n, unstaked)
      log.deposit(ALICE, 7n, reward)
    }
    expect(describeRows(both, buildRoles(ALICE))).toEqual([
      'alice in 50 staking',
      'alice in 7 contract',
      'contract out 7 alice',
    ])
  })
})

const putIntoVault =
  (from: Address, owner: Address, units = 50n) =>
  (log: Log) => {
    log.withdraw(from, units)
    log.custody('Deposited', owner, units)
  }

const takeFromVault = (owner: Address, to: Address) => (log: Log) => {
  const vault = log.withdraw(null, 50n)
  log.custody('Withdrawn', owner, 50n)
  log.deposit(to, 50n, vault)
}

describe('what an account puts into its guarded vault', () => {
  it('is its own, and what it takes out', () => {
    const expected = (side: string) => [`alice ${side} 50 vault`]
    expect(describeRows(putIntoVault(ALICE, ALICE), buildRoles(ALICE))).toEqual(expected('out'))
    expect(describeRows(takeFromVault(ALICE, ALICE), buildRoles(ALICE))).toEqual(expected('in'))
  })

  it('is own also when all of it leaves, which the token does not report', () => {
    const all = (log: Log) => {
      log.custody('Withdrawn', ALICE, 50n)
      log.deposit(ALICE, 50n, 77n)
    }
    expect(describeRows(all, buildRoles(ALICE))).toEqual(['alice in 50 vault'])
  })

  it('is paid to the owner if another puts it there', () => {
    expect(describeRows(putIntoVault(THIEF, ALICE), buildRoles(THIEF))).toEqual([
      'alice in 50 thief',
      'alice out 50 vault',
      'thief out 50 alice',
    ])
  })

  it('is dust if it is next to nothing, so that nobody taints a vault', () => {
    const { transfers } = buildLogRows(putIntoVault(THIEF, ALICE, 99_999n), buildRoles(THIEF))
    const received = transfers.find(({ address, side }) => address === ALICE && side === 'in')
    expect(received).toMatchObject({ counterparty: THIEF, is_dust: true })
  })

  it('is paid by the owner if it is withdrawn to another', () => {
    expect(describeRows(takeFromVault(THIEF, BOB), buildRoles(THIEF))).toEqual([
      'bob in 50 thief',
      'thief in 50 vault',
      'thief out 50 bob',
    ])
  })

  it('is not own to whom it was recovered', () => {
    expect(describeRows(takeFromVault(ALICE, BOB), buildRoles(BOB))).toEqual(['bob in 50 nobody'])
  })

  it.each([
    ['if the amounts do not agree', 900n, FLOW],
    ['in another token', 50n, 'A.0000000000000001.Coin.Vault'],
  ])('is not own %s', (_, units, token) => {
    const wrong = (log: Log) => {
      log.withdraw(THIEF, units)
      log.custody('Deposited', THIEF, 50n, token)
    }
    expect(describeRows(wrong, buildRoles(THIEF))).toEqual([`thief out ${units} nobody`])
  })

  it('includes what was paid for its storage, which returns to nobody else', () => {
    const pay = (from: Address) => (log: Log) => {
      log.deposit(CONTRACTS, 50n, log.withdraw(from, 50n))
      log.storage('Paid', { address: ALICE, amount: 50n, paidAfter: 50n, slots: 3n })
    }
    const giveBack = (to: Address) => (log: Log) => {
      log.storage('Returned', { address: ALICE, to, amount: 50n, paidAfter: 0n, slots: 0n })
      log.deposit(to, 50n, log.withdraw(CONTRACTS, 50n))
    }
    expect(describeRows(pay(ALICE), buildRoles(ALICE))).toEqual(['alice out 50 vault'])
    expect(describeRows(pay(THIEF), buildRoles(THIEF))).toContain('thief out 50 alice')
    expect(describeRows(giveBack(ALICE), buildRoles(ALICE))).toEqual(['alice in 50 vault'])
    const recovered = ['bob in 50 contract', 'contract out 50 bob']
    expect(describeRows(giveBack(BOB), buildRoles(BOB))).toEqual(recovered)
  })
})

describe('what goes from an account in the EVM into a stake', () => {
  const COA = toEvmAddress(`${'0'.repeat(23)}2${'7'.padStart(16, '0')}`)
  /** The transfer stands at the event in the EVM, the stake is known by the deposit. */
  const transfer = {
    ...{ token: FLOW, units: 50n, from: COA, to: STAKING, initiator: COA, evmBalance: 0n },
    ...{ eventIndex: 3, withdrawalIndex: 3, depositIndex: 9, splitIndex: 0 },
    ...{ isEmptied: true, isDust: false },
  }
  const move = { place: 'staking', direction: 'put', stake: NODE, tokenEventIndex: 9 } as const

  it('is taken out of the EVM by the owner of the stake, who stakes it', () => {
    const log = createLog()
    log.deposit(BOB, 1n, 7n)
    const plain = decodeTransaction(log.events as [ChainEvent], 'local')
    const decoded = { ...plain, transfers: [transfer], placeMoves: [move] }
    expect(decodeOwnPlaces(decoded, buildRoles(ALICE))).toMatchObject({
      transfers: [{ from: COA, to: ALICE, eventIndex: 3, splitIndex: 0 }],
      ownMoves: [{ address: ALICE, side: 'out', place: 'staking', eventIndex: 3, splitIndex: -1 }],
      stakeActs: [{ address: ALICE, is_sole: true, event_index: 3, split_index: -1 }],
    })
  })
})

describe('the events of places', () => {
  const list = (from: Address | null, to: Address | null) =>
    listPlaceEventTypes([{ from, to }], 'local').map((type) => type.split('.')[2])

  it('are asked for only where money is with a contract, or out of storage', () => {
    expect(list(ALICE, BOB)).toEqual([])
    expect(list(ALICE, STAKING)).toContain('FlowIDTableStaking')
    expect(list(STAKING, ALICE)).toContain('FlowIDTableStaking')
    expect(new Set(list(ALICE, null))).toEqual(new Set(['DharmaCustody']))
  })
})
