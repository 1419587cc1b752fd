import { once } from 'node:events'
import { createServer } from 'node:net'
import { FatalError } from '@app/values/errors.ts'
import { describeBusyPort } from '../../../../scripts/start/find-busy-port.mjs'

/** 0 asks for any free port. */
export interface Ports {
  web: number
  api: number
}

/**
 * Chooses the ports, with a free one if the web port is 0: the API needs the origin of the web app
 * before it starts. Throws `FatalError`, with the port and its option, when another program uses
 * one.
 */
export async function choosePorts({ web, api }: Ports): Promise<Ports> {
  const problem = await describeBusyPort({ web, api })
  if (problem !== undefined) throw new FatalError(problem)
  return { web: web === 0 ? await findFreePort() : web, api }
}

/** Finds a port that is free at the moment. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
