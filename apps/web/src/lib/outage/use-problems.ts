import type { DegradedPart } from '@app/api/schemas/envelope.ts'
import { formatFailures, type PartFailure } from '../format/format-failure.ts'
import { useUpdateMode } from '../live/use-live-updates.ts'
import { useIsServerSlow } from './slow-calls.ts'

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
