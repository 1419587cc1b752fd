import { createServer } from 'node:net'

/**
 * Returns an error text for the first port on loopback that is in use, or undefined when both are free. Port 0 is never busy.
 * @param {{ web: number, api: number }} ports
 * @returns {Promise<string | undefined>}
 */
export async function describeBusyPort({ web, api }) {
  const option = (await isPortBusy(web)) ? '--port' : (await isPortBusy(api)) && '--api-port'
  const port = option === '--port' ? web : api
  return option
    ? `Port ${port} is in use: stop the program that listens on it, or choose another port with ${option} N.`
    : undefined
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
