import { NodeBehindError, NodeNotFoundError, NodeRefusedError } from '@app/flow/errors.ts'

const NOT_FOUND_ERRORS = [NodeNotFoundError, NodeRefusedError, NodeBehindError]

/** Whether a node answered that it does not have what was asked for, however it says so. */
export function isMissing(error: unknown): boolean {
  return NOT_FOUND_ERRORS.some((kind) => error instanceof kind)
}
