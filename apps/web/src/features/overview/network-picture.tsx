import type { ApiClient } from '@app/api/client/client.ts'
import { readAs } from '@app/api/client/read-as.ts'
import { listCases } from '@app/api/routes/cases.ts'
import { listWallets } from '@app/api/routes/score.ts'
import type { WalletOverview, WalletScore } from '@app/api/schemas/account.ts'
import type { CaseSummary } from '@app/api/schemas/case.ts'
import { WALLET_EVENT, WalletEventSchema } from '@app/api/schemas/stream.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { findName } from '../../lib/address-input.ts'
import { apiQuery, useApi } from '../../lib/api.ts'
import { buildCasePath } from '../../lib/case-path.ts'
import { formatPoints, shortenAddress } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { refreshEvery } from '../../lib/outage/refresh.ts'
import { EMBEDDED_FRESH_MS, NEWEST_DECISION_KEY, OVERVIEW_KEY } from '../../lib/query-keys.ts'
import { Link } from '../../lib/router/link.tsx'
import { useConfig } from '../../lib/runtime-config.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { Button } from '../../ui/button.tsx'
import { UpdateModeIndicator } from '../../ui/status/update-mode-indicator.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { Counts, describeLevels, LevelCounts } from './network-numbers.tsx'
import { Swarm } from './swarm.tsx'

/** The wallets of the network as they score now, what is indexed of it, and the newest decision of its people. */
export function NetworkPicture() {
  const overview = useQuery(overviewQuery(useApi()))
  const updateMode = useLiveOverview(overview.data !== undefined)
  if (overview.data === undefined) {
    return overview.isError ? (
      <PictureFailure error={overview.error} onRetry={() => void overview.refetch()} />
    ) : null
  }
  return (
    <div className="appear grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Counts {...overview.data} />
        <UpdateModeIndicator updateMode={updateMode} what="New scores" />
      </div>
      <p className="sr-only">{describeLevels(overview.data)}</p>
      {overview.data.scored === 0 ? (
        <p className="grid h-56 place-items-center rounded-control bg-sunken px-6 text-center text-ink-soft">
          No wallet has a score yet. Enter an address above to compute the first one.
        </p>
      ) : (
        <Swarm
          overview={overview.data}
          renderActive={(wallet) => <ActiveWallet wallet={wallet} />}
        />
      )}
      <LevelCounts levels={overview.data.levels} />
      <NewestDecision />
    </div>
  )
}

function PictureFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="status" className="grid h-72 place-content-center justify-items-center gap-4">
      <p className="text-center text-ink-soft">
        {formatFailure(error, 'The scores could not be loaded.')}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}

/** The newest case that people decided by vote. What a program alone says of a wallet is never shown here. */
function NewestDecision() {
  const { data } = useQuery(newestDecisionQuery(useApi()))
  return (
    <div className="flex min-h-12 items-start gap-3 border-t border-line pt-4 text-small">
      <Gavel className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      {data === null && (
        <p className="text-ink-soft">People have not decided any case by vote yet.</p>
      )}
      {data && <Decision decided={data} />}
    </div>
  )
}

function Decision({ decided }: { decided: CaseSummary }) {
  const { address, caseId, changedAt } = decided
  return (
    <p className="text-ink-soft">
      <span className="font-medium text-ink">Decided by people: </span>
      {describeDecision(decided)}{' '}
      <Link to={buildCasePath(address, caseId)} className="link">
        Case of {shortenAddress(address)}
      </Link>{' '}
      <span className="whitespace-nowrap text-ink-faint">
        · <TimeAgo time={changedAt} />
      </span>
    </p>
  )
}

export function describeDecision({ kind, outcome }: Pick<CaseSummary, 'kind' | 'outcome'>): string {
  switch (outcome) {
    case 'upheld':
      return 'The appeal was upheld: the owner was right.'
    case 'denied':
      return 'The appeal was denied.'
    case 'undecided':
      return 'Too few voted on the appeal to decide it.'
    case 'cleared':
      return 'Nothing stands against the wallet any more.'
    case 'lapsed':
      return 'The freeze by vote has ended.'
    case 'open':
      return kind === 'freeze'
        ? 'A vote froze the wallet to protect it.'
        : 'A vote has been held, and the case is open.'
  }
}

/** The chosen wallet; before that, how to use the picture. Always of the same height. */
function ActiveWallet({ wallet }: { wallet: WalletScore | undefined }) {
  return (
    <p className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft sm:min-h-8">
      {wallet === undefined ? (
        'Each mark is a wallet. Choose one to see its score, and choose it again to open its page.'
      ) : (
        <KnownWallet wallet={wallet} />
      )}
    </p>
  )
}

function KnownWallet({ wallet: { address, score, riskLevel } }: { wallet: WalletScore }) {
  const { people } = useConfig()
  const name = findName(address, people)
  const { tone, text } = toRiskBadge(riskLevel)
  return (
    <>
      <Link to={`/wallet/${address}`} className="link font-mono">
        {address}
      </Link>
      {name !== undefined && <span className="font-medium text-ink">{name}</span>}
      <span className="figures font-semibold text-ink">{formatPoints(score)}</span>
      <Badge tone={tone}>{text}</Badge>
    </>
  )
}

function useLiveOverview(isLoaded: boolean): UpdateMode {
  const { queryKey } = overviewQuery(useApi())
  const queryClient = useQueryClient()
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  return useLiveUpdates({
    topic: 'wallets',
    isActive: isLoaded,
    onEvent: {
      [WALLET_EVENT]: (event) => {
        const data = readAs(WalletEventSchema, event)?.data
        if (data) queryClient.setQueryData(queryKey, (old) => old && applyWalletScore(old, data))
      },
    },
    onPoll: reload,
    onOpen: reload,
  })
}

/** Counts of many wallets change without an event of each. */
const REFRESH_MS = 60_000

const overviewQuery = (api: ApiClient) => ({
  ...apiQuery(api, OVERVIEW_KEY, listWallets, {}),
  staleTime: EMBEDDED_FRESH_MS,
  refetchInterval: refreshEvery(REFRESH_MS),
})

/** The case that people decided and that changed last; null when there is none. */
const newestDecisionQuery = (api: ApiClient) =>
  queryOptions({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: NEWEST_DECISION_KEY,
    queryFn: async ({ signal }) => {
      const query = { decidedBy: 'people', limit: 1 } as const
      const [newest] = await api.call(listCases, { query }, signal)
      return newest ?? null
    },
    refetchInterval: refreshEvery(REFRESH_MS),
  })

/**
 * Returns the overview with a new score of one wallet. What a wallet that is not drawn scored before is not known: then
 * nothing changes until the overview is loaded again.
 */
export function applyWalletScore(overview: WalletOverview, changed: WalletScore): WalletOverview {
  const before = overview.wallets.find(({ address }) => address === changed.address)
  if (before === undefined) return overview
  const levels = { ...overview.levels }
  levels[before.riskLevel] -= 1
  levels[changed.riskLevel] += 1
  const wallets = overview.wallets.map((wallet) => (wallet === before ? changed : wallet))
  return { ...overview, levels, wallets }
}
