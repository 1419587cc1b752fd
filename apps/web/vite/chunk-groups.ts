/** What home uses beside the layout, and other pages as well. */
const USED_BY_HOME =
  /features.address-search|ui.when-near|values.src.(factor|risk-level)|ui.(external-link|accuracy-link|short-address|button)/

/** What only parts need that load later: several of them, or what no page needs to show itself. */
const USED_LATER =
  /packages.api.src.routes.(cases|messages|alerts.ts.export=(?!listWatched|watchAddress|unwatchAddress))|features.(subscriptions|case|appeal|protection.(?!describe-protection))|lib.consent.(?!encode-text)|packages.contracts.src.(?!addresses)/

const USED_BY_PAGES = /apps.web.src.(ui|lib|features)|packages.(?!values.src.plain-text)|@tanstack/

/** What every page loads. */
const INITIAL: '$initial'[] = ['$initial']

/**
 * Files that several pages load, by the part of their name that says what they hold; the rest goes where it is used.
 * Each further file costs a round trip on a phone, so all that every page loads is one file, and so are all shared icons,
 * and what pages share beside these is in two: for home and others, and for all but home. The check of texts, with its
 * list of domains, loads when somebody writes one.
 */
export const CHUNK_GROUPS = [
  { name: 'base', tags: INITIAL, priority: 4 },
  { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 3 },
  { name: 'home-and-others', test: USED_BY_HOME, minShareCount: 2, priority: 3 },
  {
    name: 'features',
    test: (id: string) => USED_BY_PAGES.test(id) && !USED_LATER.test(id),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'later', test: USED_LATER, minShareCount: 2, priority: 1 },
]

/** Names a file after its library, where its module has a name that says nothing: dist/index.js. */
export function nameChunkFile({ name, moduleIds }: { name: string; moduleIds: string[] }): string {
  if (name !== 'dist' && name !== 'index') return 'assets/[name]-[hash].js'
  const [, library] =
    moduleIds.at(-1)?.match(/.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/) ?? []
  const slug = library?.replace(/\W+/g, '-').replace(/^-/, '') ?? '[name]'
  return `assets/${slug}-[hash].js`
}
