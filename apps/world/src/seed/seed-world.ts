import { listInWallet } from '@app/contracts/transactions.generated.ts'
import { inOneBlock, type Place } from '../chain/in-one-block.ts'
import { NAMED } from '../people/cast.ts'
import { daysBefore, HISTORY_DAYS } from './calendar.ts'
import { deployContracts } from './deploy-contracts.ts'
import { fillOffices, type Offices } from './fill-offices.ts'
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
  return { ...offices, addresses: stage.addresses, growUp: () => growUp(stage, rest) }
}

async function growUp(stage: Stage, rest: readonly Moment[]): Promise<void> {
  const { chain, control, addresses } = stage
  await control.setMode({ mode: 'manual' })
  await play(stage, rest)
  await play(stage, [{ atMs: Date.now(), act: { kind: 'open', names: ['newbie'], flow: '0.0' } }])
  await control.run(0)
  const call = listInWallet({ accounts: walletList(addresses) })
  await inOneBlock(stage, [{ call, signers: [chain.service.address] }])
}

function walletList(addresses: Addresses) {
  return new Map(
    NAMED.flatMap((name) => {
      const address = addresses.get(name)
      return address === undefined ? [] : [[name, address] as const]
    }),
  )
}
