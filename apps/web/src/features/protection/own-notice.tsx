import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { protectionQuery } from '../../lib/protection-query.ts'
import { Link } from '../../lib/router/link.tsx'
import { STATUS_HASH } from '../../ui/status/status-hash.ts'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { canAppeal, isAccused } from './describe/describe-protection.ts'

/** Tells the owner that something is held against the wallet, and leads to it; nothing otherwise. */
export function OwnNotice({ address }: { address: Address }) {
  const { data } = useQuery(protectionQuery(useApi(), address))
  const nowMs = useChainNow()
  if (data === undefined || !isAccused(data, nowMs)) return null
  return (
    <p
      className={`mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-4 py-3 font-medium ${SOFT_TONE_CLASSES.bad}`}
    >
      <ShieldAlert className="size-5 shrink-0" aria-hidden="true" />
      Something is held against your wallet.
      <Link to={`/wallet/${address}${STATUS_HASH}`} className="underline underline-offset-4">
        {canAppeal(data) ? 'See it and appeal' : 'See it'}
      </Link>
    </p>
  )
}
