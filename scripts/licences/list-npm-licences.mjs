/**
 * @typedef {object} Licensed
 * @property {string} name
 * @property {string} licence `unknown` when none is stated
 *
 * @typedef {{ license?: string, link?: boolean, cpu?: string[] }} LockEntry
 */

/**
 * Lists the installed packages with their licences, by name. A build of a package for one platform has the licence of
 * that package, and is not listed.
 * @param {{ packages: Record<string, LockEntry> }} lock package-lock.json
 * @returns {Licensed[]}
 */
export function listNpmLicences({ packages }) {
  const installed = Object.entries(packages).filter(
    ([path, { link, cpu }]) => path.includes('node_modules/') && !link && cpu === undefined,
  )
  const byName = new Map(
    installed.map(([path, { license = 'unknown' }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return [`${name} ${license}`, { name, licence: license }]
    }),
  )
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
