import { createServer } from 'node:net'

/**
 * Returns an error text for the first port that is in use, or undefined when both are free.
 * @param {{ web: number, api: number }} ports on loopback
 * @returns {Promise<string | undefined>}
 */
export async function describeBusyPort({ web, api }) {
  const busy = await findBusyPort([web, api])
  if (busy === undefined) return undefined
  const option = busy === web ? '--port' : '--api-port'
  return `Port ${busy} is in use: stop the program that listens on it, or choose another port with ${option} N.`
}

/**
 * Returns the first of the ports that is already in use, or undefined. Port 0 is never busy.
 * @param {number[]} ports on loopback
 * @returns {Promise<number | undefined>}
 */
export async function findBusyPort(ports) {
  for (const port of ports) {
    if (await isPortBusy(port)) return port
  }
  return undefined
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isPortBusy(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(true))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)))
  })
}
