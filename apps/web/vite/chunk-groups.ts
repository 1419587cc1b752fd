/** What home uses beside the layout, and other pages as well. */
const USED_BY_HOME = [
  ...['features/address-search', 'ui/when-near', 'ui/external-link', 'ui/accuracy-link'],
  ...['ui/short-address', 'ui/button', 'lib/percent-class', 'values/src/factor'],
  'values/src/risk-level',
]

/** What only parts need that load later: several of them, or what no page needs to show itself. */
const USED_LATER = [
  ...['api/src/routes/cases', 'api/src/routes/messages', 'api/src/routes/alerts.ts?export='],
  ...['features/subscriptions', 'features/case', 'features/appeal', 'features/protection/'],
  ...['lib/consent/', 'packages/contracts/src/'],
]

/** What pages need of these. */
const USED_SOONER = [
  ...['listWatched', 'watchAddress', 'protection/describe-protection', 'consent/encode-text'],
  'contracts/src/addresses',
]

const USED_BY_PAGES = ['web/src/ui', 'web/src/lib', 'web/src/features', 'packages/', '@tanstack/']

const isIn = (parts: readonly string[], id: string) => parts.some((part) => id.includes(part))

const isUsedLater = (id: string) => isIn(USED_LATER, id) && !isIn(USED_SOONER, id)

/** What every page loads. */
const INITIAL: '$initial'[] = ['$initial']

/**
 * Files that several pages load; the rest goes where it is used. Each further file costs a round trip on a phone, so all
 * that every page loads is one file, and so are all shared icons, and what pages share beside these is in two: for home
 * and others, and for all but home. The check of texts, with its list of domains, loads when somebody writes one.
 */
export const CHUNK_GROUPS = [
  { name: 'base', tags: INITIAL, priority: 4 },
  { name: 'icons', test: 'lucide-react', minShareCount: 2, priority: 3 },
  {
    name: 'home-and-others',
    test: (id: string) => isIn(USED_BY_HOME, id),
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'features',
    test: (id: string) =>
      isIn(USED_BY_PAGES, id) && !id.includes('values/src/plain-text') && !isUsedLater(id),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'later', test: isUsedLater, minShareCount: 2, priority: 1 },
]
