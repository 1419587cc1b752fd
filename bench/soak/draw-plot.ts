import type { Series, SeriesJudgement, SeriesPoint } from './judge-series.ts'

export interface JudgedSeries {
  series: Series
  points: readonly SeriesPoint[]
  judgement: SeriesJudgement
}

const COLUMNS = 3
const CELL = { width: 320, height: 170 }
const PLOT = { left: 52, top: 44, width: 250, height: 96 }
const HEAD_HEIGHT = 50

const COLORS = { flat: '#1a7f4b', 'not flat': '#b3261e', 'grows by its nature': '#5b6472' } as const

/** Draws a small plot of each series, from 0, with the end of the warm-up. Returns an SVG document. */
export function drawPlot(
  judged: readonly JudgedSeries[],
  { title, warmUpMinutes }: { title: string; warmUpMinutes: number },
): string {
  const width = COLUMNS * CELL.width
  const height = HEAD_HEIGHT + Math.ceil(judged.length / COLUMNS) * CELL.height
  const cells = judged.map((each, index) => {
    const x = (index % COLUMNS) * CELL.width
    const y = HEAD_HEIGHT + Math.floor(index / COLUMNS) * CELL.height
    return `<g transform="translate(${x} ${y})">${drawCell(each, warmUpMinutes)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="${title}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="20" y="30" font-size="16" font-weight="600" fill="#1d2430">${title}</text>`,
    ...cells,
    '</svg>\n',
  ].join('\n')
}

function drawCell({ series, points, judgement }: JudgedSeries, warmUpMinutes: number): string {
  const color = COLORS[judgement.verdict]
  const endMinutes = points.at(-1)?.minutes || 1
  const top = Math.max(...points.map(({ value }) => value), 1) * 1.1
  const toX = (minutes: number) => (PLOT.left + (minutes / endMinutes) * PLOT.width).toFixed(1)
  const toY = (value: number) => (PLOT.top + PLOT.height * (1 - value / top)).toFixed(1)
  const line = points.map(({ minutes, value }) => `${toX(minutes)},${toY(value)}`).join(' ')
  const bottom = PLOT.top + PLOT.height
  const unit = series.unit === '' ? '' : ` ${series.unit}`
  const text = (x: number, y: number, rest: string) =>
    `<text x="${x}" y="${y}" font-size="11" ${rest}</text>`
  return [
    text(20, 16, `font-weight="600" fill="#1d2430">${series.label}`),
    text(20, 32, `fill="${color}">${judgement.verdict}: ${formatChange(judgement)}${unit}`),
    `<rect x="${PLOT.left}" y="${PLOT.top}" width="${(warmUpMinutes / endMinutes) * PLOT.width}" height="${PLOT.height}" fill="#f1f3f6"/>`,
    `<path d="M${PLOT.left} ${PLOT.top}V${bottom}H${PLOT.left + PLOT.width}" fill="none" stroke="#c4cad4"/>`,
    text(PLOT.left - 6, PLOT.top + 8, `text-anchor="end" fill="#5b6472">${formatNumber(top)}`),
    text(PLOT.left - 6, bottom, 'text-anchor="end" fill="#5b6472">0'),
    text(
      PLOT.left + PLOT.width,
      bottom + 14,
      `text-anchor="end" fill="#5b6472">${formatNumber(endMinutes)} min`,
    ),
    `<polyline points="${line}" fill="none" stroke="${color}" stroke-width="1.4"/>`,
  ].join('')
}

const formatChange = ({ median, growth }: SeriesJudgement): string =>
  `median ${formatNumber(median)}, ${growth < 0 ? '' : '+'}${formatNumber(growth)}`

/** Formats a number with at most three digits that say something. */
export const formatNumber = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
