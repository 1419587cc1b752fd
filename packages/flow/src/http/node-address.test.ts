import { describe, expect, test } from 'vitest'
import { parseNodeAddress } from './node-address.ts'

describe('parseNodeAddress', () => {
  test.each([
    ['https://rest-testnet.onflow.org', '/v1'],
    ['https://rest-testnet.onflow.org/', '/v1'],
    ['http://127.0.0.1:8888/v1', '/v1'],
    ['https://node.example/key-1234/v1/', '/key-1234/v1'],
  ])('of %s the path is %s', (url, path) => {
    expect(parseNodeAddress(url).basePath).toBe(path)
  })

  test('credentials become a header and do not appear in any other part', () => {
    const address = parseNodeAddress('https://user:p%40ss@node.example/secret-path')
    expect(address.authorization).toBe(`Basic ${btoa('user:p@ss')}`)
    expect(address.origin).toBe('https://node.example')
    expect(address.basePath).toBe('/secret-path/v1')
  })

  test.each(['', 'node.example', 'ftp://node.example', 'user:secret@node'])('rejects %s', (url) => {
    expect(() => parseNodeAddress(url)).toThrow(
      'the access node needs a URL such as https://rest-testnet.onflow.org',
    )
  })
})
