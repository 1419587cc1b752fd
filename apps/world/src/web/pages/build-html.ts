import { escapeHtml, toScriptJson } from './escape-html.ts'
import type { Build, DrawnPage } from './read-build.ts'

interface Page {
  build: Pick<Build, 'template' | 'listFiles'>
  /** What the page shows before its scripts run; null leaves its element empty. */
  drawn: DrawnPage | null
  pathname: string
  config: { apiUrl: string }
  /** Further elements of the head. */
  head: string
  /** What the API says, from which it is drawn. */
  answers: unknown
}

const ROOT_ELEMENT = '<div id="root"></div>'

/** Builds the HTML of a page: what it shows, its files to load, the configuration and the answers. */
export function buildHtml({ build, drawn, pathname, config, head, answers }: Page): string {
  const files = drawn?.module ? build.listFiles(drawn.module) : []
  const root = `<div id="root" data-path="${escapeHtml(pathname)}">${drawn?.body}</div>`
  const parts = [
    drawn?.head ?? '<title>Dharma Guard</title>',
    head,
    `<link rel="preconnect" href="${escapeHtml(config.apiUrl)}" crossorigin>`,
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    embedJson('config', config),
    ...(answers === null ? [] : [embedJson('answers', answers)]),
  ]
  const html = build.template.replace('</head>', () => `${parts.join('\n    ')}\n  </head>`)
  return drawn === null ? html : paintFirst(html.replace(ROOT_ELEMENT, () => root))
}

const embedJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${toScriptJson(value)}</script>`

const SCRIPTS = /\s*<(?:link rel="modulepreload"[^>]*>|script type="module"[^>]*><\/script>)/g

/** The page can be read without its scripts, which apps/web/index.html takes out of the template once it is painted. */
function paintFirst(html: string): string {
  const scripts = html.match(SCRIPTS) ?? []
  const template = `<template id="scripts">${scripts.join('')}</template>`
  return html.replace(SCRIPTS, '').replace('</body>', () => `${template}</body>`)
}
