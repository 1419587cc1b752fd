import type { ScoreResult } from '@app/api/schemas/score.ts'
import { FACTOR_DEFINITIONS, FACTORS } from '@app/values/factor.ts'
import { FileJson, FileSpreadsheet } from 'lucide-react'
import { saveJsonFile, saveTextFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'

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

const COLUMNS = ['kind', 'factor', 'code', 'value', 'weightPercent', 'points', 'text', 'txIds']

/**
 * Returns the score with its factors and reasons as CSV (RFC 4180): a line for the score, one for each factor and one
 * for each reason. The points of factors and those of reasons each add up to score − 50.
 */
export function buildScoreCsv(result: ScoreResult): string {
  const { address, score, metadata, version, breakdown, findings, reasons } = result
  const lines = [
    COLUMNS,
    ['score', '', metadata.riskLevel, score, 100, '', `${address}, version ${version}`, ''],
    ...FACTORS.map((factor) => {
      const { weightPercent, label } = FACTOR_DEFINITIONS[factor]
      const points = round((breakdown[factor] - 0.5) * weightPercent)
      const text = `${label}: ${findings[factor]}`
      return ['factor', factor, '', breakdown[factor], weightPercent, points, text, '']
    }),
    ...reasons.map(({ factor, code, points, headline, text, evidence }) => {
      const txIds = evidence.map(({ txId }) => txId).join(' ')
      return ['reason', factor, code, '', '', points, `${headline}. ${text}`, txIds]
    }),
  ]
  return lines.map((line) => `${line.map(formatCell).join(',')}\r\n`).join('')
}

/** Returns what somebody needs who keeps a score: its factors and reasons, without what it takes to show it. */
export function buildScoreJson(result: ScoreResult): object {
  const { address, score, version, metadata, verdict, breakdown, weights, findings } = result
  const { reasons, coverage, evidenceHash } = result
  const identity = { address, score, version, evidenceHash, verdict, metadata }
  return { ...identity, breakdown, weights, findings, reasons, coverage }
}

const round = (points: number): number => Number(points.toFixed(2))

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function formatCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
