import type { ApiClient } from '@app/api/client/client.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import { useApi } from '../api.ts'
import { useConfig } from '../runtime-config.ts'
import { useWalletSession } from '../wallet-session.ts'
import { checkMessage, type Intention } from './check-message.ts'

export type UserIntention = Omit<Intention, 'address' | 'network'>

/** A text with the signatures of a wallet. */
export interface SignedText {
  text: string
  wallet: WalletSignature
}

/**
 * Returns a function that has the connected wallet sign what the user wants. It resolves to undefined when no
 * wallet is connected, and throws `SigningError` when the wallet does not sign.
 */
export function useSignIntention() {
  const sign = useSignText()
  return async (wanted: UserIntention): Promise<WalletSignature | undefined> =>
    (await sign(wanted))?.wallet
}

/** Like `useSignIntention`, but resolves to the signed text as well. */
export function useSignText() {
  const api = useApi()
  const { network } = useConfig()
  const { address, signText } = useWalletSession()
  return async (wanted: UserIntention): Promise<SignedText | undefined> => {
    if (address === null) return undefined
    const { text, ...offered } = await loadMessage(api, { ...wanted, address, network })
    const signatures = await signText(text)
    const { sequence, validUntil } = offered
    return { text, wallet: { address, sequence, validUntil, signatures } }
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
