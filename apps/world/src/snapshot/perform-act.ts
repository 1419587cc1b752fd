import type { ApiClient } from '@app/api/client/client.ts'
import { getProtection, listProposals } from '@app/api/routes/governance.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../create-chain.ts'
import type { AccountName } from '../people/account-names.ts'
import {
  appealThroughApi,
  proposeThroughApi,
  stateAsOwnerThroughApi,
  voteThroughApi,
} from '../people/signed-calls.ts'
import type { Addresses } from '../seed/run-timeline.ts'
import type { PoliticalAct, Topic } from './plan-politics.ts'
import type { ScamList } from './scam-list.ts'

/** What acts need: the chain, the people and the API of the server that relays. */
interface PoliticsContext {
  chain: Chain
  addresses: Addresses
  client: ApiClient
  scamList: ScamList
  /** Functions that remove the entries of accounts from the list, filled by `list`. */
  removals: Map<AccountName, (reason: string) => Promise<void>>
  /** Lets the signers of the DAO execute everything that is approved. */
  runSigners: () => Promise<void>
  /** Commits blocks and lets the server process them. */
  passBlocks: () => Promise<void>
}

/** Performs an act at the current time of the chain, as a person would do it with a wallet. */
export async function performAct(context: PoliticsContext, act: PoliticalAct): Promise<void> {
  switch (act.kind) {
    case 'propose':
      return await propose(context, act)
    case 'vote':
      return await vote(context, act)
    case 'list':
      return await list(context, act)
    case 'delist':
      return await delist(context, act)
    case 'appeal':
      return await appeal(context, act)
    case 'state':
      return await state(context, act)
    case 'execute':
      await context.passBlocks()
      return await context.runSigners()
    case 'settle':
      return await context.passBlocks()
  }
}

async function propose(
  context: PoliticsContext,
  { by, topic, reason }: Extract<PoliticalAct, { kind: 'propose' }>,
): Promise<void> {
  const target = findAddress(context, topic.target)
  const signer = { ...context, address: findAddress(context, by) }
  await proposeThroughApi(signer, { action: topic.action, target, reason })
}

async function vote(
  context: PoliticsContext,
  { by, topic, support }: Extract<PoliticalAct, { kind: 'vote' }>,
): Promise<void> {
  const id = await findProposal(context, topic)
  const signer = { ...context, address: findAddress(context, by) }
  await voteThroughApi(signer, { id, support })
}

async function list(
  context: PoliticsContext,
  { target, source, reason, contact }: Extract<PoliticalAct, { kind: 'list' }>,
): Promise<void> {
  const address = findAddress(context, target)
  const entry = { address, source, reason, contact }
  context.removals.set(target, await context.scamList.add(entry))
  await context.passBlocks()
}

async function delist(
  context: PoliticsContext,
  { target, reason }: Extract<PoliticalAct, { kind: 'delist' }>,
): Promise<void> {
  await context.removals.get(target)?.(reason)
  await context.passBlocks()
}

async function appeal(
  context: PoliticsContext,
  { by, against, reason }: Extract<PoliticalAct, { kind: 'appeal' }>,
): Promise<void> {
  const address = findAddress(context, by)
  const { remedies } = await context.client.call(getProtection, { params: { address } })
  const remedy = remedies.find(({ kind }) => kind === `appeal_${against}`)
  const subject = remedy && toSubject(remedy)
  if (subject === undefined) throw new FatalError(`${by} cannot appeal against its ${against}.`)
  await appealThroughApi({ ...context, address }, { against: subject, reason })
}

function toSubject({ flagNumber, freezeNumber }: Protection['remedies'][number]) {
  if (flagNumber !== undefined) return { flagNumber }
  return freezeNumber === undefined ? undefined : { freezeNumber }
}

async function state(
  context: PoliticsContext,
  { by, text }: Extract<PoliticalAct, { kind: 'state' }>,
): Promise<void> {
  const address = findAddress(context, by)
  const { remedies } = await context.client.call(getProtection, { params: { address } })
  const caseId = remedies.find(({ kind }) => kind === 'owner_statement')?.caseId
  if (caseId === undefined) throw new FatalError(`Nothing is held against ${by}.`)
  await stateAsOwnerThroughApi({ ...context, address }, { caseId, text })
}

/** Finds the newest proposal on a topic. Throws `FatalError` when there is none. */
async function findProposal(
  { client, addresses }: Pick<PoliticsContext, 'client' | 'addresses'>,
  { action, target }: Topic,
): Promise<number> {
  const address = findAddress({ addresses }, target)
  const proposals = await client.call(listProposals)
  const found = proposals.find(
    (proposal) => proposal.action === action && proposal.targetAddress === address,
  )
  if (found === undefined) throw new FatalError(`Nobody proposed to ${action} ${target}.`)
  return found.id
}

function findAddress({ addresses }: { addresses: Addresses }, name: AccountName): Address {
  const address = addresses.get(name)
  if (address === undefined) throw new FatalError(`${name} has no account yet`)
  return address
}
