import { RISK_LEVEL_DEFINITIONS } from '@app/values/risk-level.ts'
import type { WalletSummary } from '../load-answers.ts'
import { escapeHtml } from './escape-html.ts'

/** The page of which previews are made. */
export interface PreviewedPage {
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
