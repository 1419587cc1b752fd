import { openAccounts } from '@app/contracts/transactions.generated.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { Deed } from '../chain/deed.ts'
import { inOneBlock, openedAccounts, type Place } from '../chain/in-one-block.ts'
import type { Actor, Name } from '../people/cast.ts'
import { firstOf, nftIdsOf } from '../people/create-person.ts'
import * as deeds from '../people/deeds.ts'
import type { Act, Moment } from './moment.ts'

/** Accounts by name, filled as they open. */
export type Addresses = Map<Name, Address>

export interface Stage extends Place {
  addresses: Addresses
  signal: AbortSignal
}

/** Makes the moments happen, in manual mode: one block for those of the same time. */
export async function play(stage: Stage, moments: readonly Moment[]): Promise<void> {
  const scenes = Map.groupBy(moments, ({ atMs }) => atMs)
  for (const [atMs, scene] of scenes) {
    stage.signal.throwIfAborted()
    await playScene(
      stage,
      atMs,
      scene.map(({ act }) => act),
    )
  }
}

async function playScene(stage: Stage, atMs: number, acts: readonly Act[]): Promise<void> {
  const deeds: Deed[] = []
  for (const act of acts) deeds.push(await deedOf(stage, act))
  await stage.control.freeze(atMs)
  const results = await inOneBlock(stage, deeds)
  for (const [index, act] of acts.entries()) noteOpenings(stage, act, results[index])
}

function noteOpenings({ addresses }: Stage, act: Act, result: TransactionResult | undefined) {
  if (act.kind !== 'open' || result === undefined) return
  for (const [index, address] of openedAccounts(result).entries()) {
    const name = act.names[index]
    if (name !== undefined) addresses.set(name, address)
  }
}

function addressIn({ addresses, chain }: Stage): (name: Actor) => Address {
  return (name) => {
    if (name === 'service') return chain.service.address
    const address = addresses.get(name)
    if (address === undefined) throw new FatalError(`${name} has no account yet`)
    return address
  }
}

async function deedOf(stage: Stage, act: Act): Promise<Deed> {
  const { chain } = stage
  const address = addressIn(stage)
  const service = chain.service.address
  switch (act.kind) {
    case 'open':
      return openingOf(chain, act)
    case 'issue':
      return deeds.issue(service, address(act.to), act.amount)
    case 'pay':
      return deeds.pay({ ...act, from: address(act.from), to: address(act.to) })
    case 'payMany': {
      const payments = new Map([...act.payments].map(([name, amount]) => [address(name), amount]))
      return deeds.payMany(address(act.from), payments, act.token)
    }
    case 'sweep':
      return deeds.sweep(address(act.thief), address(act.victim), ['TUSD'])
    case 'sweepNfts':
      return deeds.sweepNfts(address(act.thief), address(act.victim), act.collection)
    case 'buyPrint':
      return deeds.buyPrint(address(act.buyer))
    case 'awardPass':
      return deeds.awardPass(service, address(act.to), act.season)
    case 'openVault':
      return deeds.openVault(address(act.owner), { heir: address(act.heir), perDay: act.perDay })
    case 'entrust':
      return deeds.entrust(address(act.owner), act.amount)
    case 'giveNft': {
      const [from, to] = [address(act.from), address(act.to)]
      const ids = await nftIdsOf(chain, from, act.collection)
      const id = firstOf(ids, `${act.from} holds no ${act.collection}`)
      return deeds.sendNft({ from, to, collection: act.collection, id })
    }
    case 'passOn':
      throw new FatalError('The books turn what is passed on into payments')
  }
}

function openingOf({ service }: Chain, { names, flow }: Extract<Act, { kind: 'open' }>): Deed {
  const call = openAccounts({
    publicKey: service.publicKeyHex,
    count: names.length,
    flowEach: parseUfix64(flow),
  })
  return { call, signers: [service.address] }
}
