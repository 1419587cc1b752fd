import { parseAddress } from '@app/values/address.ts'
import { LRUCache } from 'lru-cache'
import { summarizeWallet, type WalletAnswers } from '../wallets/load-wallet-answers.ts'
import type { WebConfig } from '../web-config.ts'
import { buildHtml } from './build-html.ts'
import { buildMetaTags } from './build-meta-tags.ts'
import { readBuild, type Shell } from './read-build.ts'
import { buildContentSecurityPolicy } from './security-headers.ts'

interface PagesOptions {
  /** Folder of the built app. */
  root: string
  config: WebConfig
  loadAnswers: (address: string) => Promise<WalletAnswers | null>
}

export interface Pages {
  /** The Content-Security-Policy of every page. */
  policy: string
  /** Returns the HTML of the page at a path; `origin` is that of this server. */
  render(pathname: string, origin: string): Promise<string>
}

const MAX_CACHED_SHELLS = 500
/** A longer path is none of a page, and is not worth a place in the cache. */
const MAX_PATH_LENGTH = 200

/** Reads the built app and renders its pages: each without data, but with its texts and meta tags. */
export async function createPages({ root, config, loadAnswers }: PagesOptions): Promise<Pages> {
  const build = await readBuild(root)
  const cache = new LRUCache<string, Shell>({ max: MAX_CACHED_SHELLS })

  const renderShell = async (pathname: string, origin: string) => {
    if (build.renderShell === null || pathname.length > MAX_PATH_LENGTH) return null
    const known = cache.get(pathname)
    if (known !== undefined) return known
    const shell = await build.renderShell(pathname, config, origin)
    cache.set(pathname, shell)
    return shell
  }

  return {
    policy: buildContentSecurityPolicy(config, build.template),
    render: async (pathname, origin) => {
      const address = findWallet(pathname)
      const [shell, answers] = await Promise.all([
        renderShell(pathname, origin),
        address === null ? null : loadAnswers(address),
      ])
      const wallet =
        address === null ? {} : { wallet: { address, summary: summarizeWallet(answers) } }
      const head = buildMetaTags({ origin, pathname, ...wallet })
      return buildHtml({ build, shell, pathname, config, head, answers })
    },
  }
}

function findWallet(pathname: string): string | null {
  const [, text] = pathname.match(/^\/wallet\/([^/]+)\/?$/) ?? []
  return text === undefined ? null : parseAddress(text)
}
