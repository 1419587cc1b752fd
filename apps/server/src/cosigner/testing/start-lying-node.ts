import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A response of the node, which a test may replace: the JSON-CDC value of a script, or plain JSON. */
export interface NodeAnswer {
  path: string
  /** Source of the script; empty for other requests. */
  script: string
  // biome-ignore lint/suspicious/noExplicitAny: tests change any part of any answer
  json: any
}

/** Starts a proxy of a real node that passes every answer through `lie`; returns its URL. */
export async function startLyingNode(
  nodeUrl: string,
  lie: (answer: NodeAnswer) => unknown,
): Promise<string> {
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString('utf8')
    const { method = 'GET', url: path = '/' } = incoming
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(nodeUrl + path, { method, headers, ...(body !== '' && { body }) })
    const text = await answer.text()
    response.writeHead(answer.status, headers)
    response.end(answer.ok ? replace(text, { path, body, lie }) : text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Exchange {
  path: string
  body: string
  lie: (answer: NodeAnswer) => unknown
}

function replace(text: string, { path, body, lie }: Exchange): string {
  const json = JSON.parse(text)
  if (!path.includes('/scripts')) return JSON.stringify(lie({ path, script: '', json }))
  const script = fromBase64(JSON.parse(body).script)
  const result = lie({ path, script, json: JSON.parse(fromBase64(json)) })
  return JSON.stringify(Buffer.from(JSON.stringify(result)).toString('base64'))
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8')
