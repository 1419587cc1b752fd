import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  clearTracingSecrets,
  readAndClearAgentAccount,
  readAndClearConfig,
  readAndClearCosignerSecrets,
  readConfig,
} from './config.ts'

describe('the configuration', () => {
  it('without any variable is testnet, rate-limited, on loopback', () => {
    const config = readConfig({})
    expect(config.network).toBe('testnet')
    expect(config.databaseUrl).toBeNull()
    expect(config.api).toEqual({
      host: '127.0.0.1',
      port: 3001,
      publicUrl: 'http://localhost:3001',
      drainMs: 0,
      maxLoopDelayMs: 1_000,
      webOrigins: ['http://localhost:3000'],
      trustedProxies: [],
      requestIdHeader: null,
      reportBudget: { perReporter: 20, total: 2_000 },
    })
    expect(config.flow).toMatchObject({
      accessNodeUrl: 'https://rest-testnet.onflow.org',
      eventCallsPerSecond: 30,
      scriptCallsPerSecond: 5,
      startHeight: 'recent',
    })
    expect(config.links.explorerTxUrl).toBe('https://testnet.flowscan.io/tx/{id}')
  })

  it('links to the public address of the API, as far as it is one', () => {
    const readUrl = (text: string) => readConfig({ PUBLIC_API_URL: text }).api.publicUrl
    expect(readConfig({ API_PORT: '4001' }).api.publicUrl).toBe('http://localhost:4001')
    expect(readUrl('https://api.example/')).toBe('https://api.example')
    expect(readUrl('https://example/dharma/')).toBe('https://example/dharma')
    for (const text of ['api.example', 'ftp://api.example', 'https://api.example?x=1']) {
      expect(() => readUrl(text)).toThrow('PUBLIC_API_URL')
    }
    const WEB_ORIGINS = 'http://localhost:3000, https://dharma.example'
    expect(() => readConfig({ WEB_ORIGINS })).toThrow(
      /^PUBLIC_API_URL is missing: .*dharma\.example/,
    )
  })

  it('trusts the proxies that it names, by address or network', () => {
    const { api } = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::1' })
    expect(api.trustedProxies).toEqual(['10.0.0.0/8', 'fd00::1'])
  })

  it('forgets the headers of the collector, and nothing else of it', () => {
    const kept = { OTEL_SERVICE_NAME: 'guard' }
    const secret = { OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=b' }
    const env = { ...kept, ...secret }
    clearTracingSecrets(env)
    expect(env).toEqual(kept)
  })

  it('lets the agent flag below 30 and schedule rechecks, unless it is told otherwise', () => {
    const policy = { enabled: true, lowScoreThreshold: 30, autoFlag: true, scheduleRechecks: true }
    expect(readConfig({}).agent).toMatchObject(policy)
    const off = { DHARMA_AGENT_ENABLED: 'false', AUTO_FLAG: 'false', SCHEDULE_RECHECKS: 'false' }
    expect(readConfig({ ...off, LOW_SCORE_THRESHOLD: '20' }).agent).toMatchObject({
      ...{ enabled: false, lowScoreThreshold: 20, autoFlag: false, scheduleRechecks: false },
    })
  })

  it('on the local network begins at the first block and links to the emulator’s response', () => {
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
    ['AUTO_FLAG', 'yes'],
    ['LOW_SCORE_THRESHOLD', '101'],
    ['DISCOVERY_PER_STEP', '-1'],
    ['TRUSTED_PROXIES', '10.0.0.1,proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['EVM_TOKENS', '0x12:USDC:6'],
    ['EVM_TOKENS', `0x${'a'.repeat(40)}:USDC`],
  ])('refuses %s=%s, naming the variable and not its value', (name, value) => {
    const problem = () => readConfig({ [name]: value })
    expect(problem).toThrow(FatalError)
    expect(problem).toThrow(name)
    expect(problem).not.toThrow(value)
  })
})

describe('the account of the agent', () => {
  const DHARMA_AGENT_ADDRESS = '0x01CF0E2F2F715450'
  const privateKeyHex = 'c0ffee00'.repeat(8)
  const agent = { address: '0x01cf0e2f2f715450', privateKeyHex }

  async function writeKeyFile(mode: number): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'dharma-key-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'agent.key')
    await writeFile(file, `${privateKeyHex}\n`, { mode })
    return file
  }

  it('is read from the environment, where the key is deleted', () => {
    const env = { DHARMA_AGENT_ADDRESS, DHARMA_AGENT_KEY: privateKeyHex }
    expect(readAndClearAgentAccount(env)).toEqual(agent)
    expect(JSON.stringify(env)).not.toContain(privateKeyHex)
  })

  it('may have its key in a file that only its owner reads', async () => {
    const pasted = `\ufeff${DHARMA_AGENT_ADDRESS.replace('F', '\uff26')}\u200b`
    const env = { DHARMA_AGENT_ADDRESS: pasted, DHARMA_AGENT_KEY_FILE: await writeKeyFile(0o600) }
    expect(readAndClearAgentAccount(env)).toEqual(agent)
  })

  it('is refused with a key file that others may read', async () => {
    const env = { DHARMA_AGENT_ADDRESS, DHARMA_AGENT_KEY_FILE: await writeKeyFile(0o640) }
    expect(() => readAndClearAgentAccount(env)).toThrow(
      /is accessible by others \(mode 640\): run chmod 600/,
    )
  })

  it.each([
    ['DHARMA_AGENT_ADDRESS', { DHARMA_AGENT_KEY: privateKeyHex }],
    ['DHARMA_AGENT_ADDRESS', { DHARMA_AGENT_ADDRESS: '0x1', DHARMA_AGENT_KEY: privateKeyHex }],
    ['DHARMA_AGENT_KEY', { DHARMA_AGENT_ADDRESS }],
    ['DHARMA_AGENT_KEY', { DHARMA_AGENT_ADDRESS, DHARMA_AGENT_KEY: `${privateKeyHex}00` }],
  ])('is refused with a wrong %s, which is not repeated', (name, env) => {
    const problem = () => readAndClearAgentAccount({ ...env })
    expect(problem).toThrow(FatalError)
    expect(problem).toThrow(name)
    expect(problem).not.toThrow(privateKeyHex)
  })

  it('is not part of the configuration', () => {
    const env = { DHARMA_AGENT_ADDRESS, DHARMA_AGENT_KEY: privateKeyHex }
    expect(JSON.stringify(readConfig(env))).not.toContain(privateKeyHex)
  })
})

describe('the secrets of a signer', () => {
  const privateKeyHex = 'c0ffee00'.repeat(8)
  const mailboxUrl = 'postgres://signer:secret@127.0.0.1:5432/main'

  it('are read from the environment, where they are deleted', () => {
    const env = { DHARMA_COSIGNER_KEY: `0x${privateKeyHex}`, COSIGNER_MAILBOX_URL: mailboxUrl }
    expect(readAndClearCosignerSecrets(env)).toEqual({ privateKeyHex, mailboxUrl })
    expect(env).toEqual({})
  })

  it.each([
    ['COSIGNER_MAILBOX_URL', { DHARMA_COSIGNER_KEY: privateKeyHex }],
    [
      'COSIGNER_MAILBOX_URL',
      { DHARMA_COSIGNER_KEY: privateKeyHex, COSIGNER_MAILBOX_URL: 'mysql://u:secret@host/main' },
    ],
    ['DHARMA_COSIGNER_KEY', { COSIGNER_MAILBOX_URL: mailboxUrl }],
    [
      'DHARMA_COSIGNER_KEY',
      { COSIGNER_MAILBOX_URL: mailboxUrl, DHARMA_COSIGNER_KEY: `${privateKeyHex}00` },
    ],
  ])('are refused with a wrong %s, which is not repeated', (name, env) => {
    const problem = () => readAndClearCosignerSecrets({ ...env })
    expect(problem).toThrow(FatalError)
    expect(problem).toThrow(name)
    expect(problem).not.toThrow(privateKeyHex)
    expect(problem).not.toThrow('secret')
  })
})

describe('readAndClearConfig', () => {
  it('reads the URLs that may contain passwords, and leaves none in the environment', () => {
    const env: Record<string, string> = {
      FLOW_NETWORK: 'local',
      DATABASE_URL: 'postgres://u:secret@host/x',
      FLOW_ACCESS_NODE: 'http://u:secret@host',
    }
    const config = readAndClearConfig(env)
    expect(config.databaseUrl).toBe('postgres://u:secret@host/x')
    expect(config.flow.accessNodeUrl).toBe('http://u:secret@host')
    expect(env).toEqual({ FLOW_NETWORK: 'local' })
  })
})
