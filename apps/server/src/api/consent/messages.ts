import { createMessage } from '@app/api/routes/messages.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
  getSequenceSeries,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { getConsentContract } from './check-consent.ts'
import { loadConsentContent, type MessageDraft } from './load-consent-content.ts'
import { readSeries } from './read-series.ts'

/** Mounts the route that returns everything needed to sign a message. */
export function mountMessageRoutes(api: Api): void {
  const config = buildRateLimit(api.limits.writesPerMinute)
  mountRoute(api, { route: createMessage, config }, async ({ body }) => {
    const content = await loadConsentContent(api.context, toDraft(body.content))
    const data = await buildMessage(api, toAddress(body.address), content)
    return { data, meta: await loadResponseMeta(api) }
  })
}

function toDraft(content: MessageContent): MessageDraft {
  if (content.kind === 'vote') return content
  const { targetAddress, ...rest } = content
  return { ...rest, target: toAddress(targetAddress) }
}

async function buildMessage(
  { context }: Api,
  address: Address,
  content: ConsentContent,
): Promise<Message> {
  const { network } = context.config
  const seriesName = getSequenceSeries(content.kind)
  const { lastSequence, blockTime, maxValidity } = await readSeries(context, address, seriesName)
  const sequence = BigInt(lastSequence + 1)
  const validUntil = toValidUntil(BigInt(blockTime), BigInt(maxValidity))
  const contract = getConsentContract(context)
  const consent = { contract, network, address, sequence, validUntil }
  return {
    text: buildConsentMessage(consent, content),
    series: seriesName,
    sequence: Number(sequence),
    validUntil: Number(validUntil),
    blockTime,
    maxValidity,
    contract,
    network,
    ...('action' in content && { action: toSignedAction(content.action) }),
  }
}

function toSignedAction(action: GovernanceAction): NonNullable<Message['action']> {
  const { name, target: targetAddress } = action
  switch (name) {
    case 'freeze':
      return { name, targetAddress }
    case 'unfreeze': {
      const { appealedCaseId } = action
      return { name, targetAddress, ...(appealedCaseId !== null && { appealedCaseId }) }
    }
    case 'recover': {
      const { recoveryAddress, recoveryAddressSince, recoveryAddressBefore } = action
      return {
        name,
        targetAddress,
        recoveryAddress,
        recoveryAddressSince: Number(recoveryAddressSince),
        ...(recoveryAddressBefore !== null && { recoveryAddressBefore }),
      }
    }
  }
}
