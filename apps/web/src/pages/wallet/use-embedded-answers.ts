import { matchesSchema } from '@app/api/client/matches-schema.ts'
import { getProtection } from '@app/api/routes/protection.ts'
import { ScoreEventSchema } from '@app/api/schemas/stream/stream.ts'
import type { Address } from '@app/values/address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../lib/api.ts'
import { protectionQuery } from '../../lib/protection-query.ts'
import { scoreKey } from '../../lib/score-cache.ts'

/** Id of the element in which the web server puts what the API said about the wallet of the page. */
const ANSWERS_ELEMENT_ID = 'answers'

/** Shows what the web server has put into the page, at most 2 s old, until the API answers. */
export function useEmbeddedAnswers(address: Address | null): void {
  const queryClient = useQueryClient()
  const protectionKey = protectionQuery(useApi(), address).queryKey
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first wallet of a page is in it
  useEffect(() => {
    const { score, protection } = takeAnswers()
    if (!matchesSchema(ScoreEventSchema, score) || score.data.address !== address) return
    if (!matchesSchema(getProtection.data, protection)) return
    queryClient.setQueryData(scoreKey(address), score)
    queryClient.setQueryData(protectionKey, protection)
  }, [])
}

function takeAnswers(): { score?: unknown; protection?: unknown } {
  const element = document.getElementById(ANSWERS_ELEMENT_ID)
  element?.remove()
  return JSON.parse(element?.textContent ?? '{}')
}
