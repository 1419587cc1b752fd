import { NodeBehindError, NodeNotFoundError, NodeRefusedError } from '@app/flow/errors.ts'

const NOT_FOUND_ERRORS = [NodeNotFoundError, NodeRefusedError, NodeBehindError]

/** Returns whether an error means that the node does not have the requested data. */
export function isMissingDataError(error: unknown): boolean {
  return NOT_FOUND_ERRORS.some((kind) => error instanceof kind)
}
