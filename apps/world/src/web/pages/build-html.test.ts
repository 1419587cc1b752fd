import { expect, test } from 'vitest'
import { buildHtml, buildMetaTags } from './build-html.ts'

const TEMPLATE =
  '<head><script type="module" src="/a.js"></script></head><body><div id="root"></div></body>'

const build = { template: TEMPLATE, listFiles: (module: string) => [`/${module}.js`] }
const drawn = { head: '<title>A $& page</title>', body: '<main>$1</main>', module: 'page' }
const config = { apiUrl: 'http://localhost:1', title: '</script><b>' }

const html = buildHtml({
  build,
  drawn,
  pathname: '/a"b',
  config,
  head: '<meta name="x">',
  answers: null,
})

test('the page, its head and its files are in the HTML as they are', () => {
  expect(html).toContain('<title>A $& page</title>\n    <meta name="x">')
  expect(html).toContain('<div id="root" data-path="/a&quot;b"><main>$1</main></div>')
})

test('its scripts wait in a template until it is painted', () => {
  const [head = '', body = ''] = html.split('</head>')
  expect(head).not.toMatch(/modulepreload|type="module"/)
  expect(body).toMatch(
    /<template id="scripts"><script type="module" src="\/a.js"><\/script>\s*<link rel="modulepreload" crossorigin href="\/page.js"><\/template>/,
  )
})

test('the configuration cannot end its element', () => {
  const [, json = ''] =
    html.match(/<script type="application\/json" id="config">(.*?)<\/script>/) ?? []
  expect(JSON.parse(json)).toEqual(config)
})

test('without a drawn page the scripts render the page, and are not put off', () => {
  const empty = buildHtml({ build, drawn: null, pathname: '/', config, head: '', answers: [1] })
  expect(empty).toContain('<div id="root"></div>')
  expect(empty).toContain('<head><script type="module" src="/a.js"></script>')
  expect(empty).not.toContain('<template')
  expect(empty).toContain('id="answers">[1]</script>')
})

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
