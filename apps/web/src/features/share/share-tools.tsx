import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { FileJson, FileSpreadsheet, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { saveJsonFile } from '../../lib/files/save-json-file.ts'
import { saveTextFile } from '../../lib/files/save-text-file.ts'
import { Button } from '../../ui/button.tsx'
import { buildScoreCsv, buildScoreJson } from './build-export.ts'

const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}))

/** Shares the page of a wallet, and saves its score with factors and reasons. */
export function ShareTools({ result }: { result: ScoreResult }) {
  const [isSharing, setSharing] = useState(false)
  const fileName = `dharma-score-${result.address}`
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setSharing(true)} aria-haspopup="dialog">
        <Share2 className="size-4" aria-hidden="true" />
        Share
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={() => saveTextFile(`${fileName}.csv`, buildScoreCsv(result), 'text/csv')}
      >
        <FileSpreadsheet className="size-4" aria-hidden="true" />
        Export CSV
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={() => saveJsonFile(`${fileName}.json`, buildScoreJson(result))}
      >
        <FileJson className="size-4" aria-hidden="true" />
        Export JSON
      </Button>
      {isSharing && (
        <Suspense>
          <ShareDialog address={result.address} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
