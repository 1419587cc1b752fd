import { FatalError } from '@app/values/errors.ts'

/** What a process can do; any of them together in one, or each in its own. */
export const ROLES = ['api', 'indexer', 'scorer', 'agent'] as const

export type Role = (typeof ROLES)[number]

/** The roles that the command line names. Throws `FatalError` for none and for an unknown one. */
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
