import { TriangleAlert } from 'lucide-react'
import { useConfig } from '../../lib/runtime-config.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { describeMissingProject } from './connect-control.tsx'

/** What limits the use of wallets on this page; nothing when nothing does. */
export function WalletNotice() {
  const { problem } = useWalletSession()
  const config = useConfig()
  const notice = problem ?? describeMissingProject(config)
  if (notice === null) return null
  return (
    <p
      role="note"
      className="mx-auto flex max-w-xl gap-2.5 rounded-control bg-fair-soft px-4 py-3 text-left text-small text-fair"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{notice}</span>
    </p>
  )
}
