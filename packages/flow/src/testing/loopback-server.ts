import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackRequest {
  method: string
  /** Path with query. */
  path: string
  authorization: string | undefined
  body: string
}

/**
 * A response of the node: a body to send as JSON, or raw text; 'hang' never responds, 'hang up'
 * closes the connection.
 */
export type LoopbackResponse =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'hang'
  | 'hang up'

export interface LoopbackServer {
  url: string
  requests: LoopbackRequest[]
  /** Responses to the next requests, one each; the last one is repeated. */
  responses: LoopbackResponse[]
  /** Response to a request, or undefined to take the next of `responses`. */
  respondTo?: (
    request: LoopbackRequest,
  ) => LoopbackResponse | undefined | Promise<LoopbackResponse | undefined>
  stop(): Promise<void>
}

/**
 * Starts an HTTP server on loopback with scripted responses, such as failures that a real node
 * rarely returns.
 */
export async function startLoopbackServer(): Promise<LoopbackServer> {
  const requests: LoopbackRequest[] = []
  const responses: LoopbackResponse[] = []
  const server = createServer((request, response) => {
    void readRequest(request).then(async (read) => {
      requests.push(read)
      send(response, (await node.respondTo?.(read)) ?? takeNextResponse(responses))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const node: LoopbackServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    responses,
    stop: () => stop(server),
  }
  return node
}

const takeNextResponse = (responses: LoopbackResponse[]): LoopbackResponse =>
  (responses.length > 1 ? responses.shift() : responses[0]) ?? 'hang up'

async function readRequest(request: IncomingMessage): Promise<LoopbackRequest> {
  const chunks = await request.toArray()
  const { method = '', url = '', headers } = request
  const body = Buffer.concat(chunks).toString('utf8')
  return { method, path: url, authorization: headers.authorization, body }
}

function send(response: ServerResponse, stubResponse: LoopbackResponse): void {
  if (stubResponse === 'hang') return
  if (stubResponse === 'hang up') {
    response.destroy()
    return
  }
  response.writeHead(stubResponse.status ?? 200, stubResponse.headers)
  response.end(stubResponse.text ?? JSON.stringify(stubResponse.json ?? {}))
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
