import type { DegradedPart } from '@app/api/schemas/envelope.ts'
import { useState } from 'react'
import { formatFailures, type PartFailure } from '../format/format-failure.ts'
import { useUpdateMode } from '../live/use-live-updates.ts'
import { useIsServerSlow } from './server-answers.ts'

const SLOW =
  'The server takes unusually long to answer. What is missing appears when it does, or says why after 30 seconds.'

/**
 * Returns the current problems of a page as sentences, each cause once: of its parts that could not be loaded, of the
 * parts of the server that fail, and of a slow server.
 */
export function useProblems(
  failures: readonly PartFailure[],
  degraded: readonly DegradedPart[] = [],
): string[] {
  const live = useUpdateMode()
  const isSlow = useIsServerSlow()
  const parts = [...live.degraded, ...degraded].map(({ message }) => message)
  return [...new Set([...formatFailures(failures), ...parts, ...(isSlow ? [SLOW] : [])])]
}

interface QueryOutcome {
  error: Error | null
  isSuccess: boolean
}

/**
 * Returns why the query `key` failed, also while it runs again, so that the page does not jump back and forth; null
 * before its first answer and once it succeeded.
 */
export function useLastError({ error, isSuccess }: QueryOutcome, key = ''): Error | null {
  const [last, setLast] = useState<{ key: string; error: Error | null }>({ key, error: null })
  const known = last.key === key ? last.error : null
  const current = isSuccess && error === null ? null : (error ?? known)
  if (current !== last.error || key !== last.key) setLast({ key, error: current })
  return current
}
