import { expect, test } from 'vitest'
import type { WebConfig } from '../web-config.ts'
import { buildContentSecurityPolicy } from './security-headers.ts'

const CONFIG: WebConfig = {
  network: 'testnet',
  apiUrl: 'https://api.example.org/base',
  accessNodeUrl: 'https://rest-testnet.onflow.org',
  walletUrl: 'https://fcl-discovery.onflow.org/testnet/authn',
  explorerTxUrl: 'https://testnet.flowscan.io/tx/{id}',
}

const HTML = '<script>theme()</script><script type="application/json">{}</script>'

const parse = (policy: string) =>
  new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

test('only own scripts run, and the inline one of the page by its hash', () => {
  const policy = buildContentSecurityPolicy(CONFIG, HTML)
  expect(policy).not.toMatch(/unsafe-|\*/)
  expect(parse(policy).get('script-src')).toEqual([
    "'self'",
    "'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='",
  ])
  expect(parse(policy).get('style-src')).toEqual(["'self'"])
})

test('the origins of API, node and wallet are named, and no other', () => {
  const policy = parse(buildContentSecurityPolicy(CONFIG, HTML))
  expect(policy.get('frame-src')).toEqual(['https://fcl-discovery.onflow.org'])
  expect(policy.get('connect-src')).toEqual([
    "'self'",
    'https://api.example.org',
    'https://rest-testnet.onflow.org',
    'wss://rest-testnet.onflow.org',
    'https://fcl-discovery.onflow.org',
  ])
})

test('WalletConnect is allowed once it is set up', () => {
  const policy = buildContentSecurityPolicy({ ...CONFIG, walletConnectProjectId: 'abc' }, HTML)
  expect(parse(policy).get('connect-src')).toContain('wss://relay.walletconnect.com')
})
