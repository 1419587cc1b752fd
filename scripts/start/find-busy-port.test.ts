import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { describeBusyPort } from './find-busy-port.mjs'

test('a port is busy until its server closes', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const problem = await describeBusyPort({ web: 0, api: port })
  expect(problem).toMatch(new RegExp(`^Port ${port} is in use: .* --api-port N\\.$`))
  expect(await describeBusyPort({ web: port, api: 0 })).toContain('with --port N.')
  server.close()
  await once(server, 'close')
  expect(await describeBusyPort({ web: port, api: 0 })).toBeUndefined()
})
