import { getNetwork } from '@app/api/routes/reference.ts'
import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import { formatDayOfYear } from '@app/values/time.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApi } from '../../lib/api.ts'
import { describeUpdateMode } from '../../lib/live/update-mode.ts'
import { useUpdateMode } from '../../lib/live/use-live-updates.ts'
import { useConfig } from '../../lib/runtime-config.ts'

/** Shows the current network; of a local one, whose clock is its own, the date as well. */
export function NetworkBadge() {
  const { label, description, isPublic } = SHOWN_NETWORKS[useConfig().network]
  return (
    <span
      title={description}
      className="flex items-center gap-1.5 rounded-full border border-line px-2.5 py-0.5 text-caption font-medium text-ink-soft"
    >
      <span className="size-1.5 rounded-full bg-gold" aria-hidden="true" />
      <span className="sr-only">Network: </span>
      {label}
      {!isPublic && <ChainDate />}
      <ConnectionSign />
    </span>
  )
}

/** Says on every page when what it shows may be out of date; nothing while it is not. */
function ConnectionSign() {
  const mode = useUpdateMode()
  if (mode.status === 'live' || mode.status === 'connecting') return null
  const { text, title, dot } = describeUpdateMode(mode, 'Changes')
  return (
    <span role="status" title={title} className="flex items-center gap-1.5 font-medium text-ink">
      <span aria-hidden="true" className={`size-1.5 rounded-full ${dot}`} />
      <span className="max-xl:sr-only">{text}</span>
    </span>
  )
}

const CHAIN_DATE_REFRESH_MS = 60_000

/** The day of the latest block, for which there is little room; nothing while it is unknown. */
function ChainDate() {
  const { data } = useQuery({
    ...apiQuery(useApi(), ['network'], getNetwork, {}),
    refetchInterval: CHAIN_DATE_REFRESH_MS,
  })
  if (!data?.latestBlock) return null
  const { timeMs } = data.latestBlock
  return (
    <bdi className="whitespace-nowrap max-sm:hidden">
      · <time dateTime={new Date(timeMs).toISOString()}>{formatDayOfYear(timeMs)}</time>
    </bdi>
  )
}
