import { useCallback } from 'react'
import { useLocation } from './router/location.ts'

/** Returns a ref: its element scrolls into view when it appears, or is asked for again, while the URL has this hash. */
export function useScrollToHash<E extends Element>(hash: string): (element: E | null) => void {
  const location = useLocation()
  const isWanted = location.hash === hash
  return useCallback(
    // A new `location.key` for each click makes a new ref, which React calls again.
    (element: E | null) => {
      if (isWanted && location.key !== '') element?.scrollIntoView()
    },
    [isWanted, location.key],
  )
}
