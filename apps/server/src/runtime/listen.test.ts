import { createServer } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { listen } from './listen.ts'

const HOST = '127.0.0.1'

describe('listen', () => {
  it('serves on a free port when asked for port 0', async () => {
    const app = Fastify()
    expect(await listen(app, { host: HOST, port: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await app.close()
  })

  it('reports which port is in use and what to do', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, HOST, resolve))
    const place = other.address()
    if (place === null || typeof place === 'string') throw new Error('no port')
    await expect(listen(Fastify(), { host: HOST, port: place.port })).rejects.toThrow(
      `Port ${place.port} on 127.0.0.1 is in use by another program: stop it, or set API_PORT to a free port.`,
    )
    other.close()
  })

  it('reports that the machine does not have the address', async () => {
    const listening = listen(Fastify(), { host: '192.0.2.1', port: 0 })
    await expect(listening).rejects.toThrow('This machine has no address 192.0.2.1')
  })
})
