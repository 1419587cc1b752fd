/**
 * @typedef {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} LockFile
 */

/**
 * Returns the names of optional dependencies of locked packages that have no entry in the lock file. npm omits
 * them if the registry does not have them; `npm ci` then rejects the lock file on every platform.
 * @param {LockFile} lock
 * @returns {string[]}
 */
export function findMissingLockEntries({ packages }) {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) =>
    Object.keys(optionalDependencies ?? {}),
  )
  return [...new Set(wanted)].filter((name) => !locked.has(name)).sort()
}
