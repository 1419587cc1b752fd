import { getProposal, getProtection, listProposals } from '@app/api/routes/governance.ts'
import * as scripts from '@app/contracts/calls.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { expect } from 'vitest'
import type { StoryWorld } from './open-story-world.ts'

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

type Sources = Pick<StoryWorld, 'api' | 'chain'>

/** Expects the API to answer the same about all proposals and their targets as the contracts do. */
export async function expectMirrorEqualsChain(world: Sources): Promise<void> {
  const proposals = await world.api.call(listProposals)
  for (const { id } of proposals) {
    const onChain = await summarizeOnChain(world, id)
    if (onChain !== null)
      expect(await summarizeMirrored(world, id), `proposal ${id}`).toEqual(onChain)
  }
  for (const target of new Set(proposals.map(({ targetAddress }) => targetAddress))) {
    const onChain = await summarizeProtectionOnChain(world, toAddress(target))
    expect(await summarizeMirroredProtection(world, target), target).toEqual(onChain)
  }
}

async function summarizeMirrored({ api }: Sources, id: number) {
  const proposal = await api.call(getProposal, { params: { id: String(id) } })
  const { status, votingOutcome, votesFor, votesAgainst, obstacle } = proposal
  return { status, votingOutcome, votes: [votesFor, votesAgainst], isFree: obstacle === undefined }
}

/** Returns `null` for a pruned proposal. */
async function summarizeOnChain({ chain }: Sources, id: number) {
  const summary = (await chain.runScript(scripts.getProposal({ id }))) as ChainProposal | null
  if (summary === null) return null
  const { status, votingOutcome, votesFor, votesAgainst, executionObstacle } = summary
  const votes = [Number(votesFor), Number(votesAgainst)]
  return { status, votingOutcome, votes, isFree: executionObstacle === null }
}

async function summarizeMirroredProtection({ api }: Sources, address: string) {
  const { flag, freeze } = await api.call(getProtection, { params: { address } })
  const until = freeze && Date.parse(freeze.until)
  return { isFlagged: flag !== null, isFrozen: freeze !== null, until }
}

async function summarizeProtectionOnChain({ chain }: Sources, address: Address) {
  const answer = await chain.runScript(scripts.getProtectionStatus({ address }))
  const { isFlagged, isFrozen, freezeEnd } = answer as ChainProtection
  const until = freezeEnd === null ? null : Number(freezeEnd / UNITS_PER_TOKEN) * 1000
  return { isFlagged, isFrozen, until: isFrozen ? until : null }
}
