import type { ApiClient } from '@app/api/client/client.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import { useApi } from '../api.ts'
import { useConfig } from '../runtime-config.ts'
import { useWalletSession } from '../wallet-session.ts'
import { checkMessage, type Intention } from './check-message.ts'

type UserIntention = Omit<Intention, 'address' | 'network'>

/**
 * Returns a function that has the connected wallet sign what the user wants. It resolves to the signed text; to undefined
 * when no wallet is connected. Throws `SigningError` when the wallet does not sign.
 */
export function useSignIntention() {
  const api = useApi()
  const { network } = useConfig()
  const { address, signText } = useWalletSession()
  return async (wanted: UserIntention) => {
    if (address === null) return undefined
    const { text, ...offered } = await loadMessage(api, { ...wanted, address, network })
    const signatures = await signText(text)
    const { sequence, validUntil } = offered
    const wallet: WalletSignature = { address, sequence, validUntil, signatures }
    return { text, wallet }
  }
}

/** Asks the server for the message with this content. Throws `SigningError` unless its text is the one that is built here. */
export async function loadMessage(api: ApiClient, intention: Intention): Promise<Message> {
  const body = { address: intention.address, content: toContent(intention) }
  const offered = await api.call(createMessage, { body })
  return { ...offered, text: checkMessage(offered, intention) }
}

function toContent({ subject, targetAddress }: UserIntention): MessageContent {
  switch (subject.kind) {
    case 'vote':
      return {
        kind: subject.kind,
        votes: subject.votes.map(({ proposalId, support }) => ({ proposalId, support })),
      }
    case 'appeal':
    case 'owner statement':
      return subject
    default:
      return { ...subject, targetAddress }
  }
}
