import { FatalError } from '@app/values/errors.ts'
import type { FastifyInstance } from 'fastify'

/** Starts listening and returns the URL. Throws `FatalError` when the port is not available. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const formatError = ERROR_FORMATTERS[getErrorCode(error)]
    if (formatError === undefined) throw error
    throw new FatalError(formatError({ host, port }), { cause: error })
  }
}

type ErrorFormatter = (address: { host: string; port: number }) => string

const ERROR_FORMATTERS: Readonly<Record<string, ErrorFormatter>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use by another program: stop it, or set API_PORT to a free port.`,
  EACCES: ({ port }) =>
    `Port ${port} may not be used without more rights: set API_PORT to a port above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `This machine has no address ${host}: set API_HOST to one that it has, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) => `There is no host named ${host}: correct API_HOST.`,
}

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
