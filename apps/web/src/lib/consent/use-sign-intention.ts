import { createMessage } from '@app/api/routes/messages.ts'
import type { WalletSignature } from '@app/api/schemas/governance/proposal.ts'
import type { MessageContent } from '@app/api/schemas/message.ts'
import { useApi } from '../api.ts'
import { useConfig } from '../config/config-context.ts'
import { useWalletSession } from '../wallet-session.ts'
import { checkMessage, type Intention } from './check-message.ts'

export type UserIntention = Omit<Intention, 'address' | 'network'>

/**
 * Returns a function that has the connected wallet sign what the user wants. It resolves to undefined when no
 * wallet is connected, and throws `SigningError` when the wallet does not sign.
 */
export function useSignIntention() {
  const api = useApi()
  const { network } = useConfig()
  const { address, signText } = useWalletSession()
  return async (wanted: UserIntention): Promise<WalletSignature | undefined> => {
    if (address === null) return undefined
    const body = { address, content: toContent(wanted) }
    const offered = await api.call(createMessage, { body })
    const text = checkMessage(offered, { ...wanted, address, network })
    const signatures = await signText(text)
    return { address, sequence: offered.sequence, validUntil: offered.validUntil, signatures }
  }
}

function toContent({ subject, targetAddress }: UserIntention): MessageContent {
  if (subject.kind !== 'vote') return { ...subject, targetAddress }
  const { kind, proposalId, support } = subject
  return { kind, proposalId, support }
}
