import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { describeBusyPort, findBusyPort } from './find-busy-port.mjs'

test('a port is busy until its server closes', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await findBusyPort([0, port])).toBe(port)
  expect(await describeBusyPort({ web: 0, api: port })).toMatch(`Port ${port} is in use`)
  expect(await describeBusyPort({ web: 0, api: port })).toMatch('--api-port N')
  server.close()
  await once(server, 'close')
  expect(await findBusyPort([0, port])).toBeUndefined()
})
