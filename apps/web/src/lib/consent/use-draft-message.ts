import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { useConfig } from '../runtime-config.ts'
import { SigningError, useWalletSession } from '../wallet-session.ts'
import { buildOfferedText, type Subject } from './check-message.ts'
import { hashText } from './encode-text.ts'
import { loadMessage } from './use-sign-intention.ts'

interface Draft {
  /** Names the message without the user's words; nothing is requested while it is null. */
  key: string | null
  /** The words of the user, of which the message has the hash. */
  words: string
  toSubject: (hash: string) => Subject
}

export interface DraftMessage {
  /** The exact text that the wallet would sign now; undefined until the server has offered its numbers. */
  text: string | undefined
  /** Why the server offers no such message. */
  error: Error | null
  /** Has the wallet sign the text. Throws `SigningError` when it does not. */
  sign: () => Promise<WalletSignature>
  /** Asks for new numbers, after the old ones were used or have expired. */
  renew: () => void
}

/**
 * A message about words that the user is still writing. The server offers its numbers once; the text is compared with
 * the server's, then built here again whenever the words change, so that what is shown is what is signed.
 */
export function useDraftMessage({ key, words, toSubject }: Draft): DraftMessage {
  const api = useApi()
  const { network } = useConfig()
  const { address, signText } = useWalletSession()
  const hash = useTextHash(words)
  const buildIntention = (signer: NonNullable<typeof address>, contentHash: string) => ({
    address: signer,
    network,
    targetAddress: signer,
    subject: toSubject(contentHash),
  })
  const offer = useQuery({
    queryKey: ['message', address, key],
    queryFn:
      address === null || key === null
        ? skipToken
        : async () => loadMessage(api, buildIntention(address, await hashText(words))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const buildText = (signer: NonNullable<typeof address>, contentHash: string) =>
    offer.data && buildOfferedText(offer.data, buildIntention(signer, contentHash))
  const sign = async (): Promise<WalletSignature> => {
    const text = address === null ? undefined : buildText(address, await hashText(words))
    if (address === null || offer.data === undefined || text === undefined) {
      throw new SigningError('There is no text to sign yet. Try again in a moment.')
    }
    const { sequence, validUntil } = offer.data
    return { address, sequence, validUntil, signatures: await signText(text) }
  }
  return {
    text: address === null || hash === undefined ? undefined : buildText(address, hash),
    error: offer.error,
    sign,
    renew: () => void offer.refetch(),
  }
}

/** Returns the SHA-256 of a text; for a moment after a change that of the text before. */
function useTextHash(text: string): string | undefined {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void hashText(text).then((result) => isCurrent && setHash(result))
    return () => {
      isCurrent = false
    }
  }, [text])
  return hash
}
