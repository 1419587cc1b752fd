import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { frameAsDialog, lazyPart } from '../../ui/lazy-part.tsx'

const ShareDialog = lazyPart(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
  frameAsDialog,
)

export function ShareButton({ address }: { address: string }) {
  const [isSharing, setSharing] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setSharing(true)} aria-haspopup="dialog">
        <Share2 className="size-4" aria-hidden="true" />
        Share
      </Button>
      {isSharing && (
        <Suspense>
          <ShareDialog address={address} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
