import { getProposal, getProtection, listProposals } from '@app/api/routes/governance.ts'
import * as scripts from '@app/contracts/calls.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { WorldConnection } from './connect-to-world.ts'
import { waitFor } from './wait-for.ts'

interface ChainProposal {
  id: bigint
  status: string
  votingOutcome: string
  votesFor: bigint
  votesAgainst: bigint
  target: string
  executionObstacle: string | null
}

interface ChainProtection {
  isFlagged: boolean
  isFrozen: boolean
  freezeEnd: bigint | null
}

/**
 * Waits until the API answers the same about all proposals and their targets as the contracts do,
 * and fails with the first difference when it does not within the time of `waitFor`.
 */
export async function expectMirrorEqualsChain(world: WorldConnection): Promise<void> {
  let difference = ''
  await waitFor('the mirror to equal the chain', async () => {
    difference = (await findDifference(world)) ?? ''
    return difference === ''
  }).catch((error: unknown) => {
    throw new Error(`The mirror differs from the chain: ${difference}`, { cause: error })
  })
}

async function findDifference(world: WorldConnection): Promise<string | null> {
  await world.waitUntilIndexed()
  const proposals = await world.api.call(listProposals)
  for (const { id } of proposals) {
    const own = await summarizeMirrored(world, id)
    const theirs = await summarizeOnChain(world, id)
    if (theirs !== null && own !== theirs) return `proposal ${id} is ${own}, on the chain ${theirs}`
  }
  for (const target of new Set(proposals.map(({ targetAddress }) => targetAddress))) {
    const own = await summarizeMirroredProtection(world, target)
    const theirs = await summarizeProtectionOnChain(world, toAddress(target))
    if (own !== theirs) return `${target} is ${own}, on the chain ${theirs}`
  }
  return null
}

async function summarizeMirrored({ api }: WorldConnection, id: number): Promise<string> {
  const proposal = await api.call(getProposal, { params: { id: String(id) } })
  const { status, votingOutcome, votesFor, votesAgainst, obstacle } = proposal
  return JSON.stringify([status, votingOutcome, votesFor, votesAgainst, obstacle === undefined])
}

/** Returns `null` for a pruned proposal. */
async function summarizeOnChain({ chain }: WorldConnection, id: number): Promise<string | null> {
  const summary = (await chain.runScript(scripts.getProposal({ id }))) as ChainProposal | null
  if (summary === null) return null
  const { status, votingOutcome, votesFor, votesAgainst, executionObstacle } = summary
  const votes = [Number(votesFor), Number(votesAgainst)]
  return JSON.stringify([status, votingOutcome, ...votes, executionObstacle === null])
}

async function summarizeMirroredProtection({ api }: WorldConnection, address: string) {
  const { flag, freeze } = await api.call(getProtection, { params: { address } })
  return JSON.stringify([flag !== null, freeze !== null, freeze && Date.parse(freeze.until)])
}

async function summarizeProtectionOnChain({ chain }: WorldConnection, address: Address) {
  const answer = await chain.runScript(scripts.getProtectionStatus({ address }))
  const { isFlagged, isFrozen, freezeEnd } = answer as ChainProtection
  const until = freezeEnd === null ? null : Number(freezeEnd / UNITS_PER_TOKEN) * 1000
  return JSON.stringify([isFlagged, isFrozen, isFrozen ? until : null])
}
