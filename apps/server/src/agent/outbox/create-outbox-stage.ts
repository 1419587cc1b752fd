import { withTurn } from '../../db/locks.ts'
import type { Stage } from '../../stage.ts'
import { beat } from '../heartbeat.ts'
import { carryOut } from './carry-out.ts'
import { nextMove } from './next-move.ts'
import { observe } from './observe.ts'
import type { Outbox } from './outbox.ts'
import { hasOpenActions, type KeptTransaction, loadLive } from './queries.ts'
import { readSigners } from './read-signers.ts'
import { signQueued } from './sign-queued.ts'

/**
 * Brings queued actions to the chain. Each step looks at every live transaction once and moves it on;
 * waiting for the chain is what happens between steps. Whatever a step leaves behind when it is
 * killed, the next one finds in the tables. Says that an agent is at work only once it knows its keys.
 */
export function createOutboxStage(outbox: Outbox): Stage {
  const { context, account } = outbox
  let hasKeys = false
  return {
    name: 'outbox',
    step: async () => {
      if (!hasKeys) await readSigners(outbox)
      hasKeys = true
      await beat(context.db, account.address)
      return (await withTurn(context.pool, 'outbox', () => stepOutbox(outbox))) ?? 'idle'
    },
  }
}

async function stepOutbox(outbox: Outbox): Promise<'more' | 'idle'> {
  const { db } = outbox.context
  if (!(await hasOpenActions(db))) return 'idle'
  const tip = await outbox.flow.latestBlock()
  const begun = await signQueued(outbox, tip)
  const live = await loadLive(db)
  const moves = await Promise.allSettled(live.map((one) => advance(outbox, one, tip.height)))
  for (const move of moves) if (move.status === 'rejected') throw move.reason
  const hasMoved = moves.some((move) => move.status === 'fulfilled' && move.value)
  return begun > 0 || hasMoved ? 'more' : 'idle'
}

/** Whether the transaction moved on. */
async function advance(
  outbox: Outbox,
  transaction: KeptTransaction,
  tipHeight: number,
): Promise<boolean> {
  const sight = await observe(outbox.flow, transaction, tipHeight)
  const move = nextMove(transaction, sight)
  await carryOut(outbox, transaction, { move, tipHeight })
  return move.kind !== 'wait'
}
