import { Suspense } from 'react'
import { lazyAfterPaint } from '../../lib/lazy-after-paint.ts'
import type { WalletPicturesProps } from './wallet-pictures.tsx'

const WalletPictures = lazyAfterPaint(
  async () => (await import('./wallet-pictures.tsx')).WalletPictures,
)

/** The pictures of a wallet; their code loads when they are shown, and their room is kept meanwhile. */
export const LazyWalletPictures = (props: WalletPicturesProps) => (
  <Suspense fallback={<div className="min-h-[56rem]" />}>
    <WalletPictures {...props} />
  </Suspense>
)
