import { expect, test } from 'vitest'
import { buildHtml } from './build-html.ts'

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
