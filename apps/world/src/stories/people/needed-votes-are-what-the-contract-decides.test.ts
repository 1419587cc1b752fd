import { listNeededVotes } from '@app/api/routes/governance.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import { getIneligibilityReason } from '@app/contracts/calls.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, chain, api } = connectToWorld()

test('everybody in the world learns of every open vote what the contract decides, and is offered no other to sign', async () => {
  const decisions = new Set<boolean>()
  for (const { address } of Object.values(people)) {
    const needed = await api.call(listNeededVotes, { query: { address } })
    expect(needed).not.toEqual([])
    for (const { id, mayVote, reason } of needed) {
      const refusal = await chain.runScript(getIneligibilityReason({ id, voter: address }))
      expect([address, id, mayVote, reason]).toEqual([
        address,
        id,
        refusal === null,
        refusal === null ? undefined : expect.any(String),
      ])
      const votes = [{ proposalId: id, support: true }]
      const content = { kind: 'vote', votes } as const
      const offer = api.call(createMessage, { body: { address, content } })
      if (mayVote) await expect(offer).resolves.toMatchObject({ series: 'votes' })
      else await expect(offer).rejects.toMatchObject({ code: 'not_eligible' })
      decisions.add(mayVote)
    }
  }
  expect([...decisions].sort()).toEqual([false, true])
})
