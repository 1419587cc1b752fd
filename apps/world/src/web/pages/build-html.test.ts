import { expect, test } from 'vitest'
import { buildHtml } from './build-html.ts'

const TEMPLATE =
  '<head><script type="module" src="/a.js"></script></head><body><div id="root"></div></body>'

const build = { template: TEMPLATE, listFiles: (module: string) => [`/${module}.js`] }
const shell = { head: '<title>A $& page</title>', body: '<main>$1</main>', module: 'page' }
const config = { apiUrl: 'http://localhost:1', title: '</script><b>' }

const html = buildHtml({
  build,
  shell,
  pathname: '/a"b',
  config,
  head: '<meta name="x">',
  answers: null,
})

test('the page, its head and its files are in the HTML as they are', () => {
  expect(html).toContain('<title>A $& page</title>\n    <meta name="x">')
  expect(html).toContain('<div id="root" data-path="/a&quot;b"><main>$1</main></div>')
  expect(html).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/page.js">',
  )
})

test('the configuration cannot end its element', () => {
  const [, json = ''] =
    html.match(/<script type="application\/json" id="config">(.*?)<\/script>/) ?? []
  expect(JSON.parse(json)).toEqual(config)
})

test('without a shell the scripts render the page, and are not put off', () => {
  const empty = buildHtml({ build, shell: null, pathname: '/', config, head: '', answers: [1] })
  expect(empty).toContain('<div id="root"></div>')
  expect(empty).not.toContain('fetchpriority')
  expect(empty).toContain('id="answers">[1]</script>')
})
