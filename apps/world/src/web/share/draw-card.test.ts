import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { drawSiteCard, drawWalletCard } from './draw-card.ts'

const ADDRESS = '0x179b6b1cb6755e31'
const listTexts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

test('a wallet is drawn with score, badge, verdict and address', () => {
  const verdict =
    'Normal: regular transfers, with the same partners for months and no contact to a listed account'
  const svg = drawWalletCard(ADDRESS, { score: 67.9, level: 'NORMAL', verdict })
  expect(listTexts(svg)).toEqual([
    'Dharma Guard',
    '68',
    '○ Normal',
    'Dharma Score out of 100',
    'Normal: regular transfers, with the same',
    'partners for months and no contact to a listed…',
    ADDRESS,
  ])
})

test('a wallet without a summary is drawn with its address alone', () => {
  const texts = listTexts(drawWalletCard(ADDRESS, null)).join(' ')
  expect(texts).toContain(ADDRESS)
  expect(texts).not.toMatch(/\d\d? |Trusted|Normal|Suspicious|Risk/)
})

test('a verdict cannot leave its element', () => {
  const svg = drawWalletCard(ADDRESS, {
    score: 80,
    level: 'TRUSTED',
    verdict: '</text><image href="x"/>',
  })
  expect(svg).not.toContain('<image')
})

test('the site is drawn with its name', () => {
  expect(listTexts(drawSiteCard())[0]).toBe('Dharma Guard')
})

test('the colours are those of the app in light', () => {
  const tokens = readFileSync(join(ROOT, 'apps/web/src/tokens.css'), 'utf8')
  const light = [...tokens.matchAll(/light-dark\((#[0-9a-f]{6})/g)].map(([, colour]) => colour)
  const cards = (['TRUSTED', 'NORMAL'] as const).map((level) =>
    drawWalletCard(ADDRESS, { score: 80, level, verdict: '' }),
  )
  const used = [...cards.join('').matchAll(/<text[^>]*fill="([^"]+)"/g)].map(([, fill]) => fill)
  expect(new Set(used).size).toBe(4)
  for (const colour of used) expect(light).toContain(colour)
})
