import { listInWallet } from '@app/contracts/transactions.generated.ts'
import { NAMED } from '../people/cast.ts'
import { beginningOf, HISTORY_DAYS } from './calendar.ts'
import { deployContracts } from './deploy-contracts.ts'
import { planHistory } from './plan-history.ts'
import { type Addresses, play, type Stage } from './play.ts'
import type { Random } from './random.ts'

export interface SeedOptions {
  random: Random
  onProgress: (sentence: string) => void
  /** Ends the seeding between two blocks. */
  signal: AbortSignal
}

/** Blocks of the living world. */
export const LIVE = { mode: 'interval', intervalMs: 1000 } as const

/**
 * Fills a fresh chain with contracts, people and months of their history, ends it with newbie's
 * account, and lets the clock run in real time. Returns everybody's address by name.
 */
export async function seedWorld(
  { chain, control }: Pick<Stage, 'chain' | 'control'>,
  { random, onProgress, signal }: SeedOptions,
): Promise<Addresses> {
  const nowMs = Date.now()
  const stage: Stage = { chain, control, addresses: new Map(), signal }
  const history = planHistory(nowMs, random)
  onProgress(`Living ${HISTORY_DAYS} days of history in ${history.length} transactions`)
  await control.setMode({ mode: 'manual' })
  await control.freeze(beginningOf(nowMs))
  await deployContracts(chain, control)
  await play(stage, history)
  await play(stage, [{ atMs: Date.now(), act: { kind: 'open', names: ['newbie'], flow: '0.0' } }])
  await control.run(0)
  await control.setMode(LIVE)
  await chain.perform({
    call: listInWallet({ accounts: walletList(stage.addresses) }),
    signers: [chain.service.address],
  })
  return stage.addresses
}

function walletList(addresses: Addresses) {
  return new Map(
    NAMED.flatMap((name) => {
      const address = addresses.get(name)
      return address === undefined ? [] : [[name, address] as const]
    }),
  )
}
