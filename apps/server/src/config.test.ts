import { FatalError } from '@app/values/errors.ts'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('without any variable is testnet, polite, on loopback', () => {
    const config = readConfig({})
    expect(config.network).toBe('testnet')
    expect(config.databaseUrl).toBeNull()
    expect(config.api).toEqual({
      host: '127.0.0.1',
      port: 3001,
      webOrigins: ['http://localhost:3000'],
    })
    expect(config.flow).toMatchObject({
      accessNodeUrl: 'https://rest-testnet.onflow.org',
      eventCallsPerSecond: 30,
      scriptCallsPerSecond: 5,
      startHeight: 'recent',
    })
    expect(config.links.explorerTxUrl).toBe('https://testnet.flowscan.io/tx/{id}')
  })

  it('on the local network begins at the first block and links to the emulator’s own answer', () => {
    const config = readConfig({ FLOW_NETWORK: 'local', FLOW_ACCESS_NODE: 'http://127.0.0.1:1/' })
    expect(config.flow.startHeight).toBe(0)
    expect(config.links.explorerTxUrl).toBe('http://127.0.0.1:1/v1/transaction_results/{id}')
  })

  it.each([
    ['FLOW_NETWORK', 'mainnet'],
    ['API_PORT', '70000'],
    ['API_PORT', '3001x'],
    ['FLOW_POLL_MS', '-5'],
    ['FLOW_START_HEIGHT', 'soon'],
    ['FLOW_ACCESS_NODE', 'not a url'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s, naming the variable and not its value', (name, value) => {
    const problem = () => readConfig({ [name]: value })
    expect(problem).toThrow(FatalError)
    expect(problem).toThrow(name)
    expect(problem).not.toThrow(value)
  })
})
