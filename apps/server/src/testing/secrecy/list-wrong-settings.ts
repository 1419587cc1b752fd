import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentAccount } from '../../config.ts'
import type { ProcessStart, SecrecyScene } from './create-secrecy-scene.ts'

/** A process that cannot work, and what it then prints. */
interface WrongStart {
  start: ProcessStart
  sentence: RegExp
}

export interface WrongSettingsOptions {
  scene: SecrecyScene
  agent: AgentAccount
  /** Key of the DAO. */
  signerKey: string
  databaseUrl: string
  /** A mailbox that can be used. */
  mailboxUrl: string
  /** A directory for files. */
  directory: string
}

/** Lists starts after which the process ends with 1. */
export async function listFatalStarts(options: WrongSettingsOptions): Promise<WrongStart[]> {
  const { scene, agent, signerKey, directory } = options
  const password = scene.newPassword
  const readable = join(directory, 'key')
  await writeFile(readable, scene.newKey('key in a file that all can read'))
  await chmod(readable, 0o644)
  const asAgent = (env: Record<string, string>, sentence: RegExp) =>
    toStart('agent', { DHARMA_AGENT_ADDRESS: agent.address, ...env }, sentence)
  const onDatabase = (url: string, sentence: RegExp) =>
    toStart('api', { DATABASE_URL: url }, sentence)
  return [
    asAgent(
      { DHARMA_AGENT_KEY: `${scene.newKey('key with a typing error')}0` },
      /DHARMA_AGENT_KEY must be/,
    ),
    asAgent({ DHARMA_AGENT_KEY_FILE: readable }, /chmod 600/),
    onDatabase(
      toDatabaseUrl(options, { password: password('wrong password') }),
      /cannot be used \(password authentication failed/,
    ),
    onDatabase(
      toDatabaseUrl(options, { password: password('password of a dead database'), port: '9' }),
      /cannot be used/,
    ),
    onDatabase(`postgres://u:${password('password of a wrong URL')}@@h:x:y/`, /cannot be used/),
    toStart(
      'cosigner',
      {
        DHARMA_COSIGNER_KEY: signerKey,
        COSIGNER_MAILBOX_URL: `mysql://u:${password('password of a wrong mailbox')}@h/x`,
      },
      /COSIGNER_MAILBOX_URL must be/,
    ),
    toStart(
      'api',
      { FLOW_ACCESS_NODE: `u:${password('password of a wrong node')}@host` },
      /access node needs a URL/,
    ),
  ]
}

/** Lists starts after which the process runs and tries again and again. */
export function listFailingStarts(options: WrongSettingsOptions): WrongStart[] {
  const { scene, agent, signerKey, mailboxUrl } = options
  const { newKey, newPassword } = scene
  const asAgent = (env: Record<string, string>, sentence: RegExp) =>
    toStart('agent', { DHARMA_AGENT_ADDRESS: agent.address, ...env }, sentence)
  const asSigner = (key: string, url: string, sentence: RegExp) =>
    toStart('cosigner', { DHARMA_COSIGNER_KEY: key, COSIGNER_MAILBOX_URL: url }, sentence)
  const dead = `http://operator:${newPassword('password of a dead node')}@127.0.0.1:9`
  const toMailbox = (name: string, port = '') => {
    const change = { username: 'nobody', password: newPassword(name) }
    return toDatabaseUrl(options, { ...change, ...(port !== '' && { port }) })
  }
  const failed = /mailbox of the signers .* cannot be used/
  return [
    asAgent({ DHARMA_AGENT_KEY: newKey('key of nobody') }, /matches no key/),
    asAgent(
      { DHARMA_AGENT_KEY: agent.privateKeyHex, FLOW_ACCESS_NODE: dead },
      /a step will be retried/,
    ),
    asSigner(newKey('key of no signer'), mailboxUrl, /matches no key of the DAO/),
    asSigner(signerKey, toMailbox('password of a dead mailbox', '9'), failed),
    asSigner(signerKey, toMailbox('wrong password of a mailbox'), failed),
  ]
}

function toStart(
  role: ProcessStart['roles'][number],
  env: Record<string, string>,
  sentence: RegExp,
) {
  return { start: { name: `a wrong start: ${sentence}`, roles: [role], env }, sentence }
}

/** Returns the URL of the database with other parts. */
export function toDatabaseUrl(
  { databaseUrl }: Pick<WrongSettingsOptions, 'databaseUrl'>,
  change: Partial<Record<'username' | 'password' | 'port', string>>,
): string {
  return Object.assign(new URL(databaseUrl), change).href
}
