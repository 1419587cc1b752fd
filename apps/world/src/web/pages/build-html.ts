import { escapeHtml, toScriptJson } from './escape-html.ts'
import type { Build, Shell } from './read-build.ts'

interface Page {
  build: Pick<Build, 'template' | 'listFiles'>
  /** What the page shows without data; null leaves its element empty. */
  shell: Shell | null
  pathname: string
  config: { apiUrl: string }
  /** Further elements of the head. */
  head: string
  /** What the API says about the wallet of the page. */
  answers: unknown
}

const ROOT_ELEMENT = '<div id="root"></div>'

/** Builds the HTML of a page: what it shows without data, its files to load, and the configuration. */
export function buildHtml({ build, shell, pathname, config, head, answers }: Page): string {
  const files = shell?.module ? build.listFiles(shell.module) : []
  const root = `<div id="root" data-path="${escapeHtml(pathname)}">${shell?.body}</div>`
  const parts = [
    shell?.head ?? '<title>Dharma Guard</title>',
    head,
    `<link rel="preconnect" href="${escapeHtml(config.apiUrl)}" crossorigin>`,
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    embedJson('config', config),
    ...(answers === null ? [] : [embedJson('answers', answers)]),
  ]
  const html = build.template.replace('</head>', () => `${parts.join('\n    ')}\n  </head>`)
  return shell === null ? html : paintFirst(html.replace(ROOT_ELEMENT, () => root))
}

const embedJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${toScriptJson(value)}</script>`

/** The page can be read without its scripts: styles and font come before them. */
function paintFirst(html: string): string {
  return html.replace(
    /<(link rel="modulepreload"|script type="module")/g,
    '<$1 fetchpriority="low"',
  )
}
