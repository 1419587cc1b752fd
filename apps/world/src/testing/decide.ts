import { getProposal, getProtection, listProposals } from '@app/api/routes/governance.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { Person } from '../people/create-person.ts'
import { proposeThroughApi, voteThroughApi } from '../people/signed-calls.ts'
import type { ActionName } from '../people/signed-messages.ts'
import type { StoryWorld } from './open-story-world.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

interface Draft {
  by: Person
  action: ActionName
  target: Person
  reason: string
}

/** What members do through the API, and what becomes of it. */
export interface Decisions {
  vote(id: number, voters: { for?: readonly Person[]; against?: readonly Person[] }): Promise<void>
  /**
   * Proposes, unless the agent has proposed the same, lets the voters vote For, and moves the clock to the end of the
   * voting: then the signers have executed it. Resolves with the number of the proposal.
   */
  approve(draft: Draft, votersFor: readonly Person[]): Promise<number>
  readProposal(id: number): Promise<Proposal>
  findProposal(action: ActionName, target: Person): Promise<Proposal | undefined>
  readProtection(person: Pick<Person, 'address'>): Promise<Protection>
}

export function createDecisions({ chain, api: client, advance }: StoryWorld): Decisions {
  const findProposal: Decisions['findProposal'] = async (action, { address }) =>
    (await client.call(listProposals)).find(
      (proposal) => proposal.action === action && proposal.targetAddress === address,
    )
  const propose = ({ by, action, target, reason }: Draft) =>
    proposeThroughApi(
      { chain, client, address: by.address },
      { action, target: target.address, reason },
    )
  const vote: Decisions['vote'] = async (id, voters) => {
    for (const { address } of voters.for ?? [])
      await voteThroughApi({ chain, client, address }, { id, support: true })
    for (const { address } of voters.against ?? [])
      await voteThroughApi({ chain, client, address }, { id, support: false })
  }
  return {
    vote,
    approve: async (draft, votersFor) => {
      const open = await findProposal(draft.action, draft.target)
      const isOpen = open?.status === 'pending' || open?.status === 'active'
      const id = open !== undefined && isOpen ? open.id : await propose(draft)
      await vote(id, { for: votersFor })
      await advance(DAY_MS)
      return id
    },
    readProposal: (id) => client.call(getProposal, { params: { id: String(id) } }),
    findProposal,
    readProtection: ({ address }) => client.call(getProtection, { params: { address } }),
  }
}
