import type { ReactNode } from 'react'

/** Title and address box in one slim line, so that the verdict is on the first screen. */
export function WalletHead({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-x-8 gap-y-2 pt-4 pb-3 lg:flex-row lg:items-start lg:justify-between">
      <div>
        <h1 className="text-xl leading-7 font-semibold tracking-tight">Wallet Analysis</h1>
        <p className="text-sm text-ink-soft">
          View Dharma Score and protection status for any Flow address
        </p>
      </div>
      <div className="min-w-0 lg:w-[34rem] lg:not-has-[a]:-mb-4">{children}</div>
    </div>
  )
}
