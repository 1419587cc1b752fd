import { RISK_LEVEL_DEFINITIONS } from '@app/values/risk-level.ts'
import type { WalletSummary } from '../load-answers.ts'
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

/** The page of which previews are made. */
interface PreviewedPage {
  origin: string
  pathname: string
  /** The wallet that the page is about, and what may be said about it. */
  wallet?: { address: string; summary: WalletSummary }
}

interface Preview {
  title: string
  description: string
  picture: string
  pictureText: string
}

const SITE: Preview = {
  title: 'Dharma Guard · Know a wallet before you trust it',
  description:
    'An explained trust score from 0 to 100 for any address on Flow, and protection that is measured, reversible and open to appeal.',
  picture: '/share/site.png',
  pictureText: 'Dharma Guard: know a wallet before you trust it',
}

/** Builds the elements of the head that search engines and previews of links read; the page itself has `robots`. */
export function buildMetaTags({ origin, pathname, wallet }: PreviewedPage): string {
  const preview = wallet === undefined ? SITE : describeWallet(wallet)
  const { title, description, picture, pictureText } = preview
  const url = origin + pathname
  return [
    named('description', description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('og:type', 'website'),
    property('og:site_name', 'Dharma Guard'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:image', origin + picture),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', pictureText),
    named('twitter:card', 'summary_large_image'),
  ].join('\n    ')
}

function describeWallet({ address, summary }: NonNullable<PreviewedPage['wallet']>): Preview {
  const picture = `/share/wallet/${address}.png`
  const neutral = `Wallet ${address} on Flow`
  if (summary === null) {
    return {
      title: `${neutral} · Dharma Guard`,
      description:
        'See what the chain shows about this wallet, with every reason and its evidence.',
      picture,
      pictureText: neutral,
    }
  }
  const score = `Dharma Score ${Math.round(summary.score)}/100, ${RISK_LEVEL_DEFINITIONS[summary.level].label}`
  return {
    title: `${score} · ${address}`,
    description: summary.verdict ?? `${score}. Every reason comes with its evidence.`,
    picture,
    pictureText: `${neutral}: ${score}`,
  }
}

const named = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML and SVG, also within attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** JSON that can stand in a `<script>` element: it cannot end the element. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
