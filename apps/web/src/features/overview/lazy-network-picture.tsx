import { lazy, Suspense, useEffect, useState } from 'react'

const NetworkPicture = lazy(async () => ({
  default: (await import('./network-picture.tsx')).NetworkPicture,
}))

/** The picture of the network's wallets. Its code loads after the first paint; its space is reserved before. */
export function LazyNetworkPicture() {
  const isPainted = useIsPainted()
  return (
    <section className="page-width pt-16 sm:pt-20" aria-labelledby="network">
      <h2 id="network" className="text-2xl font-semibold tracking-[-0.025em] sm:text-3xl">
        The network right now
      </h2>
      <div className="card mt-6 min-h-[32rem] p-5 sm:min-h-[26.5rem] sm:p-6">
        <Suspense>{isPainted && <NetworkPicture />}</Suspense>
      </div>
    </section>
  )
}

/** Whether the browser has painted and has nothing more urgent to do. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}
