import { getProposal, getProtection, listProposals } from '@app/api/routes/governance.ts'
import type { ProposalStatus } from '@app/values/governance.ts'
import type { Person } from '../people/create-person.ts'
import { proposeThroughApi, voteThroughApi } from '../people/signed-calls.ts'
import type { ActionName } from '../people/signed-messages.ts'
import type { WorldConnection } from './connect-to-world.ts'
import { waitFor } from './wait-for.ts'

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
  /** Resolves with the number of the proposal when it is indexed. */
  propose(draft: Draft): Promise<number>
  vote(id: number, voters: { for?: readonly Person[]; against?: readonly Person[] }): Promise<void>
  /**
   * Proposes, unless the agent has proposed the same, lets the voters vote For, and moves the clock to the end of the
   * voting.
   */
  approve(draft: Draft, votersFor: readonly Person[]): Promise<number>
  readStatus(id: number): Promise<ProposalStatus>
  /** Waits until the API answers this status. */
  expectStatus(id: number, status: ProposalStatus): Promise<void>
  readProtection(person: Pick<Person, 'address'>): ReturnType<typeof readProtection>
}

export function createDecisions(world: WorldConnection): Decisions {
  const { chain, api: client, clock } = world
  const propose: Decisions['propose'] = ({ by, action, target, reason }) =>
    proposeThroughApi(
      { chain, client, address: by.address },
      {
        action,
        target: target.address,
        reason,
      },
    )
  const vote: Decisions['vote'] = async (id, voters) => {
    const votes = [
      ...(voters.for ?? []).map(({ address }) => ({ address, support: true })),
      ...(voters.against ?? []).map(({ address }) => ({ address, support: false })),
    ]
    for (const { address, support } of votes) {
      await voteThroughApi({ chain, client, address }, { id, support })
    }
  }
  /** The agent may propose the same at any moment: its proposal is voted on then. */
  const proposeOrFind = async (draft: Draft) => {
    try {
      return (await findOpen(draft)) ?? (await propose(draft))
    } catch (error) {
      const opened = await findOpen(draft)
      if (opened === undefined) throw error
      return opened
    }
  }
  const findOpen = async ({ action, target }: Draft) => {
    await world.waitUntilIndexed()
    const open = (await client.call(listProposals)).find(
      (proposal) =>
        proposal.action === action &&
        proposal.targetAddress === target.address &&
        proposal.rank === 'appointed' &&
        ['pending', 'active'].includes(proposal.status),
    )
    return open?.id
  }
  const readStatus: Decisions['readStatus'] = async (id) =>
    (await client.call(getProposal, { params: { id: String(id) } })).status
  return {
    propose,
    vote,
    approve: async (draft, votersFor) => {
      const id = await proposeOrFind(draft)
      await vote(id, { for: votersFor })
      await clock.advance(DAY_MS)
      return id
    },
    readStatus,
    expectStatus: (id, status) =>
      waitFor(`proposal ${id} to be ${status}`, async () => (await readStatus(id)) === status),
    readProtection: async (person) => {
      await world.waitUntilIndexed()
      return await readProtection(world, person)
    },
  }
}

const readProtection = (
  { api }: Pick<WorldConnection, 'api'>,
  { address }: Pick<Person, 'address'>,
) => api.call(getProtection, { params: { address } })
