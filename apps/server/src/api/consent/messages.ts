import { createMessage } from '@app/api/routes/messages.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import {
  type ConsentContent,
  type GovernanceAction,
  getSequenceSeries,
  type StatementContent,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { requireAppealable, toAppealSubject } from '../cases/appeals.ts'
import { buildStatementText, loadStatementSeries } from '../cases/owner-statement.ts'
import { mountData } from '../http/mount-route.ts'
import { buildConsentText, getConsentContract } from './check-consent.ts'
import { requireOther, requireVoter } from './check-eligibility.ts'
import {
  loadConsentContent,
  type MessageDraft,
  readSeries,
  requireProposable,
  type SeriesState,
} from './load-consent-content.ts'
import { toVotes } from './relay-message.ts'

export function mountMessageRoutes(api: Api): void {
  mountData(api, createMessage, ({ body: { content, ...body } }) => {
    const address = toAddress(body.address)
    return content.kind === 'owner statement'
      ? buildStatementMessage(api, address, content)
      : loadMessage(api, address, toDraft(content))
  })
}

function toDraft(content: Exclude<MessageContent, { kind: 'owner statement' }>): MessageDraft {
  switch (content.kind) {
    case 'vote':
      return { kind: 'vote', votes: toVotes(content.votes, 'content.votes') }
    case 'appeal':
      return { ...content, against: toAppealSubject(content.against) }
    default: {
      const { targetAddress, ...rest } = content
      return { ...rest, target: toAddress(targetAddress) }
    }
  }
}

/** Refuses what the contract would refuse, before it is signed. */
async function loadMessage(api: Api, address: Address, draft: MessageDraft): Promise<Message> {
  if ('target' in draft && draft.kind !== 'proposal') {
    requireOther(draft, address, 'content.targetAddress')
  }
  if (draft.kind === 'appeal') await requireAppealable(api.context, address, draft.against)
  const content = await loadConsentContent(api.context, draft)
  if (draft.kind === 'vote') {
    const ids = draft.votes.map(({ proposalId }) => proposalId)
    await requireVoter(api.context, { address, ids })
  }
  if (draft.kind === 'proposal') {
    const { action: name, target } = draft
    await requireProposable(api.context, address, { name, target })
  }
  return await buildMessage(api, address, content)
}

async function buildStatementMessage(
  { context }: Api,
  address: Address,
  content: StatementContent,
): Promise<Message> {
  const key = { address, caseId: content.caseId }
  const offer = buildOffer({ context }, await loadStatementSeries(context, key))
  const text = buildStatementText(context, { address, ...offer }, content)
  return { ...offer, text, series: 'statements' }
}

async function buildMessage(
  { context }: Api,
  address: Address,
  content: ConsentContent,
): Promise<Message> {
  const series = getSequenceSeries(content.kind)
  const offer = buildOffer({ context }, await readSeries(context, address, series))
  const text = buildConsentText(context, { address, ...offer }, content)
  return { ...offer, text, series, ...listActions(content) }
}

/** Builds what a message offers whatever its content: the next number and the longest validity. */
function buildOffer(
  { context }: Pick<Api, 'context'>,
  { lastSequence, blockTime, maxValidity }: SeriesState,
): Omit<Message, 'text' | 'series'> {
  return {
    sequence: lastSequence + 1,
    validUntil: Number(toValidUntil(BigInt(blockTime), BigInt(maxValidity))),
    blockTime,
    maxValidity,
    contract: getConsentContract(context),
    network: context.config.network,
  }
}

function listActions(content: ConsentContent): Pick<Message, 'actions'> {
  switch (content.kind) {
    case 'vote':
      return { actions: content.votes.map(({ action }) => toSignedAction(action)) }
    case 'proposal':
      return { actions: [toSignedAction(content.action)] }
    default:
      return {}
  }
}

function toSignedAction(action: GovernanceAction): NonNullable<Message['actions']>[number] {
  const { name, target: targetAddress } = action
  switch (name) {
    case 'freeze':
      return { name, targetAddress }
    case 'unfreeze': {
      const { flagNumber, freezeNumber } = action
      return {
        name,
        targetAddress,
        ...(flagNumber !== null && { flagNumber: Number(flagNumber) }),
        ...(freezeNumber !== null && { freezeNumber: Number(freezeNumber) }),
      }
    }
    case 'recover': {
      const { recoveryAddress, recoveryAddressSince, recoveryAddressBefore } = action
      return {
        name,
        targetAddress,
        freezeNumber: Number(action.freezeNumber),
        recoveryAddress,
        recoveryAddressSince: Number(recoveryAddressSince),
        ...(recoveryAddressBefore !== null && { recoveryAddressBefore }),
      }
    }
  }
}
