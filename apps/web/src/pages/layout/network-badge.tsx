import { NETWORKS } from '@app/values/network.ts'
import { useConfig } from '../../lib/config-context.ts'

/** Shows the current network. */
export function NetworkBadge() {
  const { label, description } = NETWORKS[useConfig().network]
  return (
    <span
      title={description}
      className="flex items-center gap-1.5 rounded-full border border-line px-2.5 py-0.5 text-[0.8125rem] font-medium text-ink-soft"
    >
      <span className="size-1.5 rounded-full bg-gold" aria-hidden="true" />
      <span className="sr-only">Network: </span>
      {label}
    </span>
  )
}
