import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import {
  type AnswerLoader,
  findWallet,
  type PageAnswers,
  summarizeWallet,
} from '../load-answers.ts'
import type { WebConfig } from '../web-config.ts'
import { buildHtml, buildMetaTags } from './build-html.ts'
import { type DrawInput, type DrawnPage, readBuild } from './read-build.ts'
import { buildContentSecurityPolicy } from './security-headers.ts'

interface PagesOptions {
  root: string
  config: WebConfig
  loadAnswers: AnswerLoader
}

/** A page as it is asked for. */
interface PageRequest {
  url: string
  /** Of this server. */
  origin: string
  accepted: string | undefined
}

export type Pages = Awaited<ReturnType<typeof createPages>>

/** About 100 kB each; the least used ones go. */
const MAX_CACHED_PAGES = 300
/** Its relative times are no older. */
const MAX_AGE_MS = 60_000
/** A longer path is none of a page, and is not worth a place in the cache. */
const MAX_PATH_LENGTH = 200
/** Queries that show something else than the page at the path. */
const OTHER_CONTENT = /[?&](case|compare)=/

/** A page as it was drawn, and the version of what it was drawn from. */
interface KeptPage {
  version: string
  page: Promise<{ html: string; isUnknown: boolean }>
  /** By encoding. */
  bodies: Map<string, Promise<EncodedBody>>
}

/**
 * Reads the built app and draws its pages: each once for what the API says, and the same for everybody. A page that could
 * not be drawn with answers loads them itself.
 */
export async function createPages({ root, config, loadAnswers }: PagesOptions) {
  const build = await readBuild(root)
  const kept = new LRUCache<string, KeptPage>({ max: MAX_CACHED_PAGES, ttl: MAX_AGE_MS })

  const drawPage = async (pathname: string, origin: string, answers: PageAnswers | null) => {
    const drawn = await drawOrLeave(pathname, { config, origin, answers })
    const address = findWallet(pathname)
    const wallet =
      address === null ? {} : { wallet: { address, summary: summarizeWallet(answers) } }
    const head = buildMetaTags({ origin, pathname, ...wallet })
    const html = buildHtml({ build, drawn, pathname, config, head, answers })
    return { html, isUnknown: drawn !== null && drawn.module === null }
  }

  /** What cannot be drawn is left to the scripts of the page, which say what is wrong. */
  const drawOrLeave = async (pathname: string, input: DrawInput): Promise<DrawnPage | null> => {
    if (build.renderPage === null || pathname.length > MAX_PATH_LENGTH) return null
    try {
      return await build.renderPage(pathname, input)
    } catch {
      return null
    }
  }

  const keepPage = (url: string, origin: string, answers: PageAnswers | null): KeptPage => {
    const [pathname = '/'] = url.split('?')
    const key = `${origin} ${pathname} ${answers === null}`
    const version = computeVersion(answers)
    const known = kept.get(key)
    if (known?.version === version) return known
    const page = { version, page: drawPage(pathname, origin, answers), bodies: new Map() }
    if (pathname.length <= MAX_PATH_LENGTH) kept.set(key, page)
    return page
  }

  return {
    /** The Content-Security-Policy of every page. */
    policy: buildContentSecurityPolicy(config, build.template),
    render: async ({ url, origin, accepted }: PageRequest) => {
      const answers = OTHER_CONTENT.test(url) ? null : await loadAnswers(url.split('?')[0] ?? '/')
      const { page, bodies } = keepPage(url, origin, answers)
      const { html, isUnknown } = await page
      const encoding = chooseEncoding(accepted)
      const body = bodies.get(encoding) ?? encodeBody(html, encoding)
      bodies.set(encoding, body)
      return { ...(await body), isUnknown }
    },
  }
}

/** Equal for equal answers, whenever they came: the latest block of `meta` draws nothing. */
function computeVersion(answers: PageAnswers | null): string {
  if (answers === null) return ''
  const { drawnAtMs: _, ...facts } = answers
  const drawn = 'score' in facts ? { ...facts, score: facts.score.data } : facts
  return hash('sha256', JSON.stringify(drawn))
}

/** Quick enough for a page that is drawn for one reader. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

type Encoding = 'br' | 'gzip' | 'identity'

interface EncodedBody {
  body: Buffer
  encoding: Encoding
}

function chooseEncoding(accepted = ''): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

async function encodeBody(text: string, encoding: Encoding): Promise<EncodedBody> {
  if (encoding === 'br') return { body: await promisify(brotliCompress)(text, BROTLI), encoding }
  if (encoding === 'gzip') return { body: await promisify(gzip)(text), encoding }
  return { body: Buffer.from(text), encoding }
}
