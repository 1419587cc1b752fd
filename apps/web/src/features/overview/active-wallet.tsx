import type { WalletScore } from '@app/api/schemas/wallets.ts'
import { findName } from '../../lib/address-input/parse-address-input.ts'
import { useConfig } from '../../lib/config/config-context.ts'
import { formatPoints } from '../../lib/format/format.ts'
import { Link } from '../../lib/router/link.tsx'
import { toRiskBadge } from '../../lib/tone.ts'
import { Badge } from '../../ui/tone/badge.tsx'

/** The wallet that pointer or keyboard is at; before that, how to use the picture. Always of the same height. */
export function ActiveWallet({ wallet }: { wallet: WalletScore | undefined }) {
  return (
    <p className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft sm:min-h-8">
      {wallet === undefined ? (
        'Each mark is a wallet. Point at one to see which, click it for its reasons.'
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
