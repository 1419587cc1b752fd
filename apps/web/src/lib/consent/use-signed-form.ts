import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import { normalizeText } from '@app/values/plain-text.ts'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { formatServerFailure } from '../format/format-failure.ts'
import { reportFailure } from '../report-failure.ts'
import { useConfig } from '../runtime-config.ts'
import { SigningError, useWalletSession } from '../wallet-session.ts'
import { buildOfferedText, type Subject } from './check-message.ts'
import { hashText } from './encode-text.ts'
import { loadMessage } from './use-sign-intention.ts'

interface SignedForm<R> {
  /** Names the message without the user's words; nothing is requested while it is null. */
  getKey: (words: string) => string | null
  toSubject: (hash: string) => Subject
  /** Returns what is wrong with the words, as a sentence. */
  findProblem: (words: string) => string | null
  send: (words: string, wallet: WalletSignature) => Promise<R>
  onSent: () => void
  /** Shown for a failure without a message of its own. */
  failureText: string
}

/**
 * A form for words of which the connected wallet signs the hash. The server offers the numbers of the message once; its
 * text is compared with the server's, then built here again whenever the words change, so that what is shown is what is
 * signed.
 */
export function useSignedForm<R>(form: SignedForm<R>) {
  const api = useApi()
  const { network } = useConfig()
  const { address, signText } = useWalletSession()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const words = normalizeText(text)
  const key = form.getKey(words)
  const hash = useTextHash(words)
  const buildIntention = (signer: NonNullable<typeof address>, contentHash: string) => ({
    address: signer,
    network,
    targetAddress: signer,
    subject: form.toSubject(contentHash),
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
  const sending = useMutation({
    mutationFn: async () => {
      if (address === null || offer.data === undefined) {
        throw new SigningError('There is no text to sign yet. Try again in a moment.')
      }
      const { sequence, validUntil } = offer.data
      const signed = buildOfferedText(offer.data, buildIntention(address, await hashText(words)))
      const signatures = await signText(signed)
      return form.send(words, { address, sequence, validUntil, signatures })
    },
    onSuccess: () => {
      setText('')
      form.onSent()
    },
    onError: (error) => {
      reportFailure(form.failureText, error)
      // The old numbers were used, or have expired.
      void offer.refetch()
    },
  })
  const failure = sending.error ?? offer.error
  return {
    text,
    change: (value: string) => {
      setText(value)
      setProblem(null)
    },
    problem,
    /** The exact text that the wallet would sign now; undefined until the server has offered its numbers. */
    toSign:
      address === null || hash === undefined || offer.data === undefined
        ? undefined
        : buildOfferedText(offer.data, buildIntention(address, hash)),
    hasWords: words !== '',
    failure: failure === null ? null : formatServerFailure(failure, form.failureText),
    /** Sends the words, or returns false when they are not valid. */
    submit: (): boolean => {
      const found = form.findProblem(words)
      setProblem(found)
      if (found === null) sending.mutate()
      return found === null
    },
    isBusy: sending.isPending,
    response: sending.data,
    reset: () => {
      sending.reset()
      setText('')
      setProblem(null)
    },
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
