import { createServer } from 'node:net'

/**
 * What to do about the first port that another program listens on, or undefined when both are free.
 * @param {{ web: number, api: number }} ports on loopback
 * @returns {Promise<string | undefined>}
 */
export async function describeBusyPort({ web, api }) {
  const busy = await findBusyPort([web, api])
  if (busy === undefined) return undefined
  const option = busy === web ? '--port' : '--api-port'
  return `Port ${busy} is in use: end the program that listens on it, or choose another with ${option} N.`
}

/**
 * The first of the ports that another program already listens on, or undefined. Port 0 is never busy.
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
