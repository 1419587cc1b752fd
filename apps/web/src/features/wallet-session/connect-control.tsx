import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import { LogOut, Wallet } from 'lucide-react'
import { shortenAddress } from '../../lib/format/format.ts'
import { type RuntimeConfig, useConfig } from '../../lib/runtime-config.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/button.tsx'

const BUSY_TEXTS = { connecting: 'Connecting...', disconnecting: 'Disconnecting...' } as const

/** Connects a wallet, or shows the connected one and disconnects it, by one button, which so keeps the focus. */
export function ConnectControl() {
  const { address, busy, problem, connect, disconnect } = useWalletSession()
  const config = useConfig()
  const notice = problem ?? describeMissingProject(config) ?? undefined
  const [text, Icon, props] =
    address === null
      ? (['Connect Wallet', Wallet, { onClick: connect, title: notice }] as const)
      : (['Disconnect', LogOut, { onClick: disconnect, variant: 'secondary' }] as const)
  return (
    <div className="flex items-center gap-2">
      {address !== null && (
        <span
          title={address}
          data-address={address}
          className="figures flex min-h-9 items-center gap-2 rounded-control bg-good-soft px-3 text-small font-medium text-good"
        >
          <span className="size-2 rounded-full bg-good-fill" aria-hidden="true" />
          <span className="sr-only">Connected wallet </span>
          {shortenAddress(address)}
        </span>
      )}
      <Button size="small" isBusy={busy !== null} {...props}>
        {busy === null && <Icon className="size-4" aria-hidden="true" />}
        {busy === null ? text : BUSY_TEXTS[busy]}
      </Button>
    </div>
  )
}

/** The development wallet of the local world needs no project. */
export function describeMissingProject({
  network,
  walletConnectProjectId,
}: Pick<RuntimeConfig, 'network' | 'walletConnectProjectId'>): string | null {
  if (walletConnectProjectId !== '' || !SHOWN_NETWORKS[network].isPublic) return null
  return 'Wallets on a phone cannot connect here: this site has no WalletConnect project. Wallets in this browser can. The operator sets WALLETCONNECT_PROJECT_ID.'
}
