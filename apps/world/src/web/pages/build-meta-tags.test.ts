import { expect, test } from 'vitest'
import { buildMetaTags } from './build-meta-tags.ts'

const page = { origin: 'https://guard.example', pathname: '/wallet/0x179b6b1cb6755e31' }
const address = '0x179b6b1cb6755e31'
const summary = { score: 67.9, level: 'NORMAL', verdict: null } as const

test('a wallet has its score, level, picture and address', () => {
  const tags = buildMetaTags({ ...page, wallet: { address, summary } })
  expect(tags).toContain(
    `<meta property="og:title" content="Dharma Score 68/100, Normal · ${address}">`,
  )
  expect(tags).toContain(
    `<meta property="og:image" content="https://guard.example/share/wallet/${address}.png">`,
  )
  expect(tags).toContain(`<link rel="canonical" href="https://guard.example/wallet/${address}">`)
  expect(tags).toContain('<meta name="twitter:card" content="summary_large_image">')
})

test('a wallet without a summary has neither score nor level', () => {
  const tags = buildMetaTags({ ...page, wallet: { address, summary: null } })
  expect(tags).not.toMatch(/Dharma Score|Risk|Suspicious|flag|accus/i)
  expect(tags).toContain(`Wallet ${address} on Flow`)
})

test('other pages have the texts and the picture of the site, and are listed', () => {
  const tags = buildMetaTags({ ...page, pathname: '/governance' })
  expect(tags).toContain('https://guard.example/share/site.png')
  expect(tags).not.toContain('noindex')
})

test('texts and origins are escaped', () => {
  const verdict = '"><script>alert(1)</script>'
  const tags = buildMetaTags({
    origin: 'http://a"b',
    pathname: '/',
    wallet: { address, summary: { ...summary, verdict } },
  })
  expect(tags).not.toContain('<script')
  expect(tags).not.toContain('a"b')
})
