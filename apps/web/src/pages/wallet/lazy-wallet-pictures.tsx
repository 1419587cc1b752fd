import { lazyPart } from '../../ui/lazy-part.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import type { WalletPicturesProps } from './wallet-pictures.tsx'

const WalletPictures = lazyPart(async () => (await import('./wallet-pictures.tsx')).WalletPictures)

const PLACEHOLDER = <div className="min-h-[56rem]" />

/** The pictures of a wallet, once they come near; their space is kept before. */
export const LazyWalletPictures = (props: WalletPicturesProps) => (
  <WhenNear placeholder={PLACEHOLDER}>
    <WalletPictures {...props} />
  </WhenNear>
)
