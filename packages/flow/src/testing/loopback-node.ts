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

/** An answer of the node: a body to send as JSON, or raw text; 'hang' answers never, 'hang up' ends. */
export type LoopbackAnswer =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'hang'
  | 'hang up'

export interface LoopbackNode {
  url: string
  requests: LoopbackRequest[]
  /** Answers to the next requests, one each; the last one stays. */
  answers: LoopbackAnswer[]
  /** Answers the requests that it knows, before `answers` are asked. */
  answerTo?: (request: LoopbackRequest) => LoopbackAnswer | undefined
  stop(): Promise<void>
}

/** An HTTP server on loopback that says what a real node says only on bad days. */
export async function startLoopbackNode(): Promise<LoopbackNode> {
  const requests: LoopbackRequest[] = []
  const answers: LoopbackAnswer[] = []
  const server = createServer((request, response) => {
    void readRequest(request).then((read) => {
      requests.push(read)
      send(response, node.answerTo?.(read) ?? nextOf(answers))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const node: LoopbackNode = {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    stop: () => stop(server),
  }
  return node
}

const nextOf = (answers: LoopbackAnswer[]): LoopbackAnswer =>
  (answers.length > 1 ? answers.shift() : answers[0]) ?? 'hang up'

async function readRequest(request: IncomingMessage): Promise<LoopbackRequest> {
  const chunks = await request.toArray()
  const { method = '', url = '', headers } = request
  const body = Buffer.concat(chunks).toString('utf8')
  return { method, path: url, authorization: headers.authorization, body }
}

function send(response: ServerResponse, answer: LoopbackAnswer): void {
  if (answer === 'hang') return
  if (answer === 'hang up') {
    response.destroy()
    return
  }
  response.writeHead(answer.status ?? 200, answer.headers)
  response.end(answer.text ?? JSON.stringify(answer.json ?? {}))
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
