import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutToUnits } from '@app/values/cut-text.ts'
import { RISK_LEVEL_DEFINITIONS, type RiskLevel } from '@app/values/risk-level.ts'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import type { WalletSummary } from '../load-answers.ts'
import { escapeHtml } from '../pages/build-html.ts'

/** Size that social networks show without cutting. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80

/** Colours of a level, those of the app in light; only levels that accuse nobody are drawn. */
const LEVEL_COLOURS: Readonly<Partial<Record<RiskLevel, string>>> = {
  TRUSTED: '#12683c',
  NORMAL: '#5f4d12',
}

/** Characters that fit into one line of a verdict. */
const LINE_LENGTH = 46
const MAX_LINES = 2

export function drawSiteCard(): string {
  return drawCard(`
  ${text({ y: 350, size: 76, weight: 600 }, 'Know a wallet before')}
  ${text({ y: 440, size: 76, weight: 600 }, 'you trust it')}
  ${text({ y: 530, size: 32, fill: SOFT_INK }, 'A score from 0 to 100 for any address on Flow, with its reasons')}`)
}

/** Draws the preview picture of a wallet as SVG; without a summary it shows neither level nor score. */
export function drawWalletCard(address: string, summary: WalletSummary): string {
  const line = text({ y: 530, size: 32, fill: SOFT_INK }, address)
  if (summary === null) {
    return drawCard(`
  ${text({ y: 350, size: 76, weight: 600 }, 'What the chain shows')}
  ${text({ y: 440, size: 76, weight: 600 }, 'about this wallet')}
  ${line}`)
  }
  const { symbol, label } = RISK_LEVEL_DEFINITIONS[summary.level]
  const fill = LEVEL_COLOURS[summary.level] ?? INK
  const verdict = wrap(summary.verdict ?? '')
  return drawCard(`
  ${text({ y: 370, size: 190, weight: 600, fill }, String(Math.round(summary.score)))}
  ${text({ x: 420, y: 300, size: 56, weight: 600, fill }, `${symbol} ${label}`)}
  ${text({ x: 420, y: 360, size: 32, fill: SOFT_INK }, 'Dharma Score out of 100')}
  ${verdict.map((part, index) => text({ y: 430 + index * 44, size: 34 }, part)).join('')}
  ${text({ y: 560, size: 32, fill: SOFT_INK }, address)}`)
}

const INK = '#1c1a17'
const SOFT_INK = '#575046'

interface TextStyle {
  x?: number
  y: number
  size: number
  weight?: number
  fill?: string
}

const text = ({ x = MARGIN, y, size, weight = 400, fill = INK }: TextStyle, content: string) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeHtml(content)}</text>`

function drawCard(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Inter">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#f8f6f2"/>
  <rect width="${WIDTH}" height="12" fill="#33409f"/>
  <g fill="none" transform="translate(${MARGIN} 72) scale(2.5)">${LOGO}</g>
  ${text({ x: 176, y: 126, size: 40, weight: 600 }, 'Dharma Guard')}
  ${content}
</svg>`
}

/** The picture of the app's tab, without the element around it. */
const LOGO = readFileSync(join(ROOT, 'apps/web/public/favicon.svg'), 'utf8').replace(
  /<\/?svg[^>]*>|<title>.*<\/title>/g,
  '',
)

/** Breaks a text into lines; what does not fit ends in an ellipsis. */
function wrap(content: string): string[] {
  const lines: string[] = []
  for (const word of content.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE_LENGTH)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(cutToUnits(word, LINE_LENGTH))
  }
  if (lines.length <= MAX_LINES) return lines
  return lines
    .slice(0, MAX_LINES)
    .map((line, index) => (index === MAX_LINES - 1 ? `${line}…` : line))
}
