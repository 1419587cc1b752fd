import { FatalError } from '@app/values/errors.ts'

/** Roles of a process: any combination in one process, or each in its own. */
export const ROLES = ['api', 'indexer', 'scorer', 'agent', 'alerts', 'cosigner'] as const

export type Role = (typeof ROLES)[number]

/** Parses the roles of the command line. Throws `FatalError` when there are none or one is unknown. */
export function parseRoles(names: readonly string[]): Role[] {
  if (names.length === 0) throw new FatalError(`Name one role or more: ${ROLES.join(', ')}.`)
  return names.map((name) => {
    const role = ROLES.find((candidate) => candidate === name)
    if (role === undefined) {
      throw new FatalError(`There is no role '${name}'; the roles are ${ROLES.join(', ')}.`)
    }
    return role
  })
}
