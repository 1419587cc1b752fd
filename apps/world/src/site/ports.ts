import { FatalError } from '@app/values/errors.ts'
import { busyPortProblem } from '../../../../scripts/start/find-busy-port.mjs'

/** 0 asks for any free port. */
export interface Ports {
  web: number
  api: number
}

/** Throws `FatalError` naming the port and its option when another program listens on one. */
export async function ensurePortsFree(ports: Ports): Promise<void> {
  const problem = await busyPortProblem(ports)
  if (problem !== undefined) throw new FatalError(problem)
}
