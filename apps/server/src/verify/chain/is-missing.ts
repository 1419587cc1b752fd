import { NodeBehindError, NodeNotFoundError, NodeRefusedError } from '@app/flow/errors.ts'

const MISSING = [NodeNotFoundError, NodeRefusedError, NodeBehindError]

/** Whether a node answered that it does not have what was asked for, however it says so. */
export function isMissing(error: unknown): boolean {
  return MISSING.some((kind) => error instanceof kind)
}
