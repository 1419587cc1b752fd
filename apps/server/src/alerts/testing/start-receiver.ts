import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ALERT_DATA, type AlertType } from '@app/api/schemas/alert-data.ts'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished } from 'vitest'

export interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  /** As it was sent. */
  body: string
}

interface ReceivedMessage {
  type: AlertType
  timestamp: string
  data: Record<string, unknown>
}

/** A real HTTP server on loopback that gets messages. */
export interface Receiver {
  url: string
  /** What was received, but challenges. */
  posts: ReceivedPost[]
  challenges: ReceivedPost[]
  /** Answers a request; 204 by default. */
  respond: (post: ReceivedPost, response: ServerResponse) => void
  /** Answers a challenge; confirms by default. */
  answerChallenge: (post: ReceivedPost, response: ServerResponse) => void
  /** Returns what was received, parsed; each has the shape of its type. */
  messages(): ReceivedMessage[]
}

/** Starts a receiver that stops when the test ends. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    posts: [],
    challenges: [],
    respond: (_, response) => response.writeHead(204).end(),
    answerChallenge: ({ body }, response) => response.end(JSON.stringify(JSON.parse(body).data)),
    messages: () => receiver.posts.map(({ body }) => parseMessage(body)),
  }
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const body = Buffer.concat(chunks).toString('utf8')
      const { url = '', headers } = request
      const post = { path: url, headers, body }
      const isChallenge = body.startsWith('{"type":"webhook.challenge"')
      const kept = isChallenge ? receiver.challenges : receiver.posts
      kept.push(post)
      if (isChallenge) receiver.answerChallenge(post, response)
      else receiver.respond(post, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

function parseMessage(body: string): ReceivedMessage {
  const message: ReceivedMessage = JSON.parse(body)
  expect(Object.keys(message)).toEqual(['type', 'timestamp', 'data'])
  expect(Compile(ALERT_DATA[message.type]).Errors(message.data)).toEqual([])
  return message
}
