/** Title and subtitle, small: the verdict is what the page is for. */
export const WalletHead = () => (
  <div className="flex flex-wrap items-baseline gap-x-3 pt-2 pb-1.5 sm:pt-4 sm:pb-3">
    <h1 className="text-title">Wallet Analysis</h1>
    <p className="text-caption text-ink-soft">
      View Dharma Score and protection status for any Flow address
    </p>
  </div>
)
