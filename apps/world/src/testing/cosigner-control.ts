import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { COSIGNER_INDEXES } from '../cosigners/cosigner-databases.ts'
import type { Cosigners } from '../cosigners/create-cosigners.ts'

const VERBS = ['start', 'stop', 'kill'] as const

/** Serves the signers of a shared world to the stories, which run in other processes. */
export async function serveCosignerControl(
  cosigners: Cosigners,
): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const [, verb, index] = (request.url ?? '').split('/')
    const known = VERBS.find((candidate) => candidate === verb)
    const work = known === undefined ? Promise.reject() : cosigners[known](Number(index))
    work.then(
      () => response.writeHead(204).end(),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

/** Creates a client of the signers of a shared world. */
export function createCosignerClient(url: string): Cosigners & { startAll(): Promise<void> } {
  const call = async (verb: (typeof VERBS)[number], index: number) => {
    const response = await fetch(`${url}/${verb}/${index}`, { method: 'POST' })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    start: (index) => call('start', index),
    stop: (index) => call('stop', index),
    kill: (index) => call('kill', index),
    startAll: async () => {
      await Promise.all(COSIGNER_INDEXES.map((index) => call('start', index)))
    },
  }
}
