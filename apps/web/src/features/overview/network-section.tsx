import type { WalletOverview } from '@app/api/schemas/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { OVERVIEW_KEY } from '../../lib/query-keys.ts'
import { lazyNear } from '../../ui/when-near.tsx'
import { Counts, LevelCounts } from './network-numbers.tsx'

const NetworkPicture = lazyNear(
  async () => (await import('./network-picture.tsx')).NetworkPicture,
  () => <Numbers />,
)

export const NetworkSection = () => (
  <section className="page-width pt-16 sm:pt-20" aria-labelledby="network">
    <h2 id="network" className="text-page">
      The network right now
    </h2>
    <div className="card mt-6 min-h-[32rem] p-5 sm:min-h-[26.5rem] sm:p-6">
      <NetworkPicture />
    </div>
  </section>
)

/** What stands around the picture, with room for it, where the web server knows the numbers. */
function Numbers() {
  const overview = useQueryClient().getQueryData<WalletOverview>(OVERVIEW_KEY)
  if (overview === undefined) return null
  return (
    <div className="grid gap-4">
      <Counts {...overview} />
      <div className="min-h-[18rem] sm:min-h-[16.5rem]" />
      <LevelCounts levels={overview.levels} />
    </div>
  )
}
