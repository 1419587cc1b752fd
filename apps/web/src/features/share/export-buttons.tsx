import type { ScoreResult } from '@app/api/schemas/score.ts'
import { FileJson, FileSpreadsheet } from 'lucide-react'
import { saveJsonFile, saveTextFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { buildScoreCsv, buildScoreJson } from './build-export.ts'

/** Saves the score of a wallet with its factors and reasons. */
export function ExportButtons({ result }: { result: ScoreResult }) {
  const fileName = `dharma-score-${result.address}`
  return (
    <>
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
    </>
  )
}
