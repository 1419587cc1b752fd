/**
 * @typedef {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} LockFile
 */

/**
 * Names that locked packages ask for on some platform and that the lock file leaves out. npm does so
 * when the registry lacked them; `npm ci` then refuses the lock file on every platform.
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
