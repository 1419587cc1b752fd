import { createHash } from 'node:crypto'
import type { WebConfig } from '../web-config.ts'

/** Headers of every answer. */
export const COMMON_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // A wallet in its own window answers the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  // A hardware wallet is used by the wallet's frame, not by the pages.
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), browsing-topics=(), hid=*, usb=*',
}

/** What WalletConnect needs, when a project is set up: its relay, its list of wallets with their pictures, its check of origins. */
const WALLET_CONNECT = {
  'connect-src': [
    'wss://relay.walletconnect.com',
    'wss://relay.walletconnect.org',
    'https://*.walletconnect.com',
    'https://*.walletconnect.org',
  ],
  'img-src': ['https://explorer-api.walletconnect.com', 'https://api.web3modal.com'],
  'frame-src': ['https://verify.walletconnect.com', 'https://verify.walletconnect.org'],
}

/**
 * Builds the Content-Security-Policy of the pages: their own files, the inline scripts of `html` by their hashes, and
 * the origins of the configuration. Nothing inline otherwise, and nothing is evaluated.
 */
export function buildContentSecurityPolicy(config: WebConfig, html: string): string {
  const wallet = new URL(config.walletUrl).origin
  const hasWalletConnect = (config.walletConnectProjectId ?? '') !== ''
  const other = (directive: keyof typeof WALLET_CONNECT) =>
    hasWalletConnect ? WALLET_CONNECT[directive] : []
  const api = new URL(config.apiUrl).origin
  const node = new URL(config.accessNodeUrl).origin
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashInlineScripts(html)],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', wallet, ...other('img-src')],
    'connect-src': ["'self'", api, node, toSocketUrl(node), wallet, ...other('connect-src')],
    'frame-src': [wallet, ...other('frame-src')],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** FCL follows transactions of the node by a socket. */
const toSocketUrl = (origin: string) => origin.replace(/^http/, 'ws')

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(([, code = '']) => {
    return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  })
}
