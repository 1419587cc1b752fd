import { listInWallet } from '@app/contracts/transactions.generated.ts'
import type { Deed } from '../chain/deed.ts'
import { inOneBlock, type Place } from '../chain/in-one-block.ts'
import { MEMBERS, NAMED, type Name } from '../people/cast.ts'
import { daysBefore, HISTORY_DAYS } from './calendar.ts'
import { deployContracts } from './deploy-contracts.ts'
import { fillOffices, type Offices, watchAll } from './fill-offices.ts'
import type { Moment } from './moment.ts'
import { planHistory } from './plan-history.ts'
import { type Addresses, play, type Stage } from './play.ts'
import type { Random } from './random.ts'

export interface SeedOptions {
  random: Random
  onProgress: (sentence: string) => void
  /** Ends the seeding between two blocks. */
  signal: AbortSignal
}

/** A world some days before its present. */
export interface YoungWorld extends Offices {
  /** Everybody's address by name; newbie's comes with the present. */
  addresses: Addresses
  /** Lives the days that are left, ends them with newbie's account, and lets the clock run in real time. */
  growUp(): Promise<void>
}

/** Before the end of the history: a member votes seven days after the first publication of a score. */
const FOUNDED_DAYS_AGO = 8

/**
 * Fills a fresh chain with contracts, people and months of their history, up to the day when the agent
 * and the DAO take office; the clock stands still there. Blocks are made by hand.
 */
export async function seedWorld(
  place: Place,
  { random, onProgress, signal }: SeedOptions,
): Promise<YoungWorld> {
  const nowMs = Date.now()
  const foundedAtMs = daysBefore(nowMs, FOUNDED_DAYS_AGO)
  const stage: Stage = { ...place, addresses: new Map(), signal }
  const history = planHistory(nowMs, random)
  const isEarly = ({ atMs }: Moment) => atMs < foundedAtMs
  onProgress(`Living ${HISTORY_DAYS} days of history in ${history.length} transactions`)
  await place.control.setMode({ mode: 'manual' })
  await place.control.freeze(daysBefore(nowMs, HISTORY_DAYS))
  await deployContracts(place)
  await play(stage, history.filter(isEarly))
  await place.control.freeze(foundedAtMs)
  const offices = await fillOffices(place)
  const rest = history.filter((moment) => !isEarly(moment))
  const growUp = async () => {
    await liveOn(stage, rest)
    await inOneBlock(place, [labels(stage), ...watchAll(offices, addressesOf(stage, MEMBERS))])
  }
  return { ...offices, addresses: stage.addresses, growUp }
}

async function liveOn(stage: Stage, rest: readonly Moment[]): Promise<void> {
  const { control } = stage
  await control.setMode({ mode: 'manual' })
  await play(stage, rest)
  await play(stage, [{ atMs: Date.now(), act: { kind: 'open', names: ['newbie'], flow: '0.0' } }])
  await control.run(0)
}

/** The people's names in the list of the dev wallet. */
function labels({ chain, addresses }: Stage): Deed {
  const named = NAMED.map((name) => [name, addresses.get(name)] as const)
  const accounts = new Map(named.flatMap(([name, address]) => (address ? [[name, address]] : [])))
  return { call: listInWallet({ accounts }), signers: [chain.service.address] }
}

const addressesOf = ({ addresses }: Stage, names: readonly Name[]) =>
  names.flatMap((name) => addresses.get(name) ?? [])
