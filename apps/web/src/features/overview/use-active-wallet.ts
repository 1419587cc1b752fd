import type { WalletScore } from '@app/api/schemas/wallets.ts'
import { type KeyboardEvent, useState } from 'react'
import { navigate } from '../../lib/router/location.ts'

/** The wallet that pointer or keyboard is at, and the handlers of the list of wallets, which is in order of score. */
export function useActiveWallet(sorted: readonly WalletScore[]) {
  const [activeAddress, setActive] = useState<string | null>(null)
  const index = sorted.findIndex(({ address }) => address === activeAddress)
  const open = (address: string) => navigate(`/wallet/${address}`)
  const moveTo = (to: number) => {
    const next = sorted[Math.max(0, Math.min(sorted.length - 1, to))]
    if (next !== undefined) setActive(next.address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = findTarget(event.key, index, sorted.length)
    if (target !== null) moveTo(target)
    else if (event.key === 'Enter' && activeAddress !== null) open(activeAddress)
    else return
    event.preventDefault()
  }
  const onFocus = () => index === -1 && moveTo(0)
  return { active: sorted[index], setActive, onKeyDown, onFocus }
}

const PAGE = 10

/** Returns the place in the list that a key leads to; null for a key that moves nothing. */
function findTarget(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return index + 1
    case 'ArrowLeft':
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + PAGE
    case 'PageUp':
      return index - PAGE
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
