import type { ScoreResult } from '@app/api/schemas/score.ts'
import { Share2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { frameAsDialog, lazyPart } from '../../ui/lazy-part.tsx'

const ShareDialog = lazyPart(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
  frameAsDialog,
)

interface ShareButtonProps {
  result: ScoreResult
  /** Other things to do with the page of a wallet. */
  children?: ReactNode
}

export function ShareButton({ result, children }: ShareButtonProps) {
  const [isSharing, setSharing] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setSharing(true)} aria-haspopup="dialog">
        <Share2 className="size-4" aria-hidden="true" />
        Share
      </Button>
      {isSharing && (
        <Suspense>
          <ShareDialog result={result} onClose={() => setSharing(false)}>
            {children}
          </ShareDialog>
        </Suspense>
      )}
    </>
  )
}
