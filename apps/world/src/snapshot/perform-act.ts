import type { ApiClient } from '@app/api/client/client.ts'
import { getProtection, listProposals } from '@app/api/routes/governance.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { AppealSubject } from '@app/values/governance.ts'
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
  runSigners: () => Promise<void>
  /** Commits blocks and lets the server process them. */
  passBlocks: () => Promise<void>
}

/** Performs an act at the current time of the chain, as a person would do it with a wallet. */
export async function performAct(context: PoliticsContext, act: PoliticalAct): Promise<void> {
  const { scamList, removals, passBlocks, runSigners } = context
  const findAddress = (name: AccountName) => requireAddress(context.addresses, name)
  const signAs = (name: AccountName) => ({ ...context, address: findAddress(name) })
  switch (act.kind) {
    case 'propose': {
      const { topic, reason } = act
      const draft = { action: topic.action, target: findAddress(topic.target), reason }
      return void (await proposeThroughApi(signAs(act.by), draft))
    }
    case 'vote': {
      const id = await findProposal(context, act.topic)
      return void (await voteThroughApi(signAs(act.by), { id, support: act.support }))
    }
    case 'list': {
      const { target, source, reason, contact } = act
      const entry = { address: findAddress(target), source, reason, contact }
      removals.set(target, await scamList.add(entry))
      return await passBlocks()
    }
    case 'delist':
      await removals.get(act.target)?.(act.reason)
      return await passBlocks()
    case 'appeal': {
      const remedy = await findRemedy(context, act.by, `appeal_${act.against}`)
      const { flagNumber, freezeNumber } = remedy
      const against = (
        flagNumber === undefined ? { freezeNumber } : { flagNumber }
      ) as AppealSubject
      return void (await appealThroughApi(signAs(act.by), { against, reason: act.reason }))
    }
    case 'state': {
      const { caseId = '' } = await findRemedy(context, act.by, 'owner_statement')
      return void (await stateAsOwnerThroughApi(signAs(act.by), { caseId, text: act.text }))
    }
    case 'execute':
      await passBlocks()
      return await runSigners()
    case 'settle':
      return await passBlocks()
  }
}

type Sources = Pick<PoliticsContext, 'client' | 'addresses'>

async function findRemedy({ client, addresses }: Sources, name: AccountName, wanted: string) {
  const params = { address: requireAddress(addresses, name) }
  const { remedies } = await client.call(getProtection, { params })
  const remedy = remedies.find(({ kind }) => kind === wanted)
  if (remedy === undefined) throw new FatalError(`${name} has no remedy ${wanted}.`)
  return remedy
}

/** Finds the newest proposal on a topic. */
async function findProposal(
  { client, addresses }: Sources,
  { action, target }: Topic,
): Promise<number> {
  const address = requireAddress(addresses, target)
  const found = (await client.call(listProposals)).find(
    (proposal) => proposal.action === action && proposal.targetAddress === address,
  )
  if (found === undefined) throw new FatalError(`Nobody proposed to ${action} ${target}.`)
  return found.id
}

function requireAddress(addresses: Addresses, name: AccountName): Address {
  const address = addresses.get(name)
  if (address === undefined) throw new FatalError(`${name} has no account yet`)
  return address
}
