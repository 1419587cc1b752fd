import { createServer } from 'node:net'

/**
 * The first of the ports that another program already listens on, or undefined. Port 0 is never busy.
 * @param {number[]} ports on loopback
 * @returns {Promise<number | undefined>}
 */
export async function findBusyPort(ports) {
  for (const port of ports) {
    if (await isBusy(port)) return port
  }
  return undefined
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isBusy(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(true))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)))
  })
}
