import { useState } from 'react'

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
