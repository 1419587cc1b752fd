import { useQuery } from '@tanstack/react-query'
import { parseAddressInput } from '../../../lib/address-input/parse-address-input.ts'
import { useApi } from '../../../lib/api.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { useConfig } from '../../../lib/config/config-context.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import type { NewProposal } from '../queries.ts'
import { describeLateRecovery } from './describe-late-recovery.ts'

/** Warns of a recovery whose freeze is overruled, or ends before its voting does; nothing for every other proposal. */
export function LateRecoveryWarning({
  values: { action, targetAddress },
}: {
  values: NewProposal
}) {
  const { people } = useConfig()
  const address = action === 'recover' ? parseAddressInput(targetAddress, people) : null
  const { data } = useQuery(protectionQuery(useApi(), address))
  const nowMs = useChainNow()
  const warning = data === undefined ? null : describeLateRecovery(data.freeze, nowMs)
  if (warning === null) return null
  return (
    <p role="status" className="rounded-control bg-bad-soft px-4 py-3 text-sm font-medium text-bad">
      {warning}
    </p>
  )
}
