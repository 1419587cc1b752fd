import { expect, test } from 'vitest'
import { DEFAULT_LINKS } from './links.ts'
import { ConfigError, parseRuntimeConfig } from './runtime-config.ts'

const ORIGIN = 'http://localhost:3000'
const VALID_CONFIG = {
  network: 'local',
  apiUrl: 'http://localhost:3001/',
  accessNodeUrl: 'http://127.0.0.1:8888',
  walletUrl: 'http://localhost:8701/fcl/authn',
  explorerTxUrl: 'http://127.0.0.1:8888/v1/transaction_results/{id}',
}

test('optional values have defaults', () => {
  expect(parseRuntimeConfig(VALID_CONFIG, ORIGIN)).toEqual({
    ...VALID_CONFIG,
    apiUrl: 'http://localhost:3001',
    appTitle: 'Dharma Guard',
    appIcon: 'http://localhost:3000/favicon.svg',
    walletConnectProjectId: '',
    people: {},
    links: DEFAULT_LINKS,
  })
})

test('a single link can be set, the others keep their defaults', () => {
  const links = { repository: 'https://example.org/repository' }
  expect(parseRuntimeConfig({ ...VALID_CONFIG, links }, ORIGIN).links).toEqual({
    ...DEFAULT_LINKS,
    ...links,
  })
})

test.each([
  [null, 'the file'],
  [{ ...VALID_CONFIG, network: 'mainnet' }, '/network'],
  [{ ...VALID_CONFIG, apiUrl: 'localhost' }, '/apiUrl'],
  [{ ...VALID_CONFIG, explorerTxUrl: 'https://example.org/tx/' }, '/explorerTxUrl'],
  [{ ...VALID_CONFIG, links: { repository: '#' } }, '/links/repository'],
  [{ ...VALID_CONFIG, people: { alice: '0x12' } }, '/people'],
])('throws on an invalid configuration, with the invalid field: %j', (bad, name) => {
  const parse = () => parseRuntimeConfig(bad, ORIGIN)
  expect(parse).toThrow(ConfigError)
  expect(parse).toThrow(name)
})
