import { LogOut, Wallet } from 'lucide-react'
import { useConfig } from '../../lib/config/config-context.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/button.tsx'
import { describeMissingProject } from './describe-missing-project.ts'

/** Connects a wallet, or shows the connected one with a button to disconnect it. */
export function ConnectControl() {
  const { address, busy, problem, connect, disconnect } = useWalletSession()
  const config = useConfig()
  const notice = problem ?? describeMissingProject(config)
  if (address === null) {
    return (
      <Button
        size="small"
        onClick={connect}
        isBusy={busy !== null}
        {...(notice !== null && { title: notice })}
      >
        {busy === null && <Wallet className="size-4" aria-hidden="true" />}
        {busy === 'connecting' ? 'Connecting...' : 'Connect Wallet'}
      </Button>
    )
  }
  return (
    <div className="flex items-center gap-2">
      <span
        title={address}
        data-address={address}
        className="figures flex min-h-9 items-center gap-2 rounded-control bg-good-soft px-3 text-sm font-medium text-good"
      >
        <span className="size-2 rounded-full bg-good-fill" aria-hidden="true" />
        <span className="sr-only">Connected wallet </span>
        {shortenAddress(address)}
      </span>
      <Button variant="secondary" size="small" onClick={disconnect} isBusy={busy !== null}>
        {busy === null && <LogOut className="size-4" aria-hidden="true" />}
        {busy === 'disconnecting' ? 'Disconnecting...' : 'Disconnect'}
      </Button>
    </div>
  )
}
