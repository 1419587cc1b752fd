import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROLES } from '../../runtime/roles.ts'
import { SETTINGS } from '../../settings.ts'

const ROOT = join(import.meta.dirname, '../../../../..')

interface Service {
  image?: string
  build?: string
  command?: string[]
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  privileged?: boolean
  environment?: Record<string, string | number>
  secrets?: string[]
  networks?: string[]
  volumes?: string[]
  ports?: string[]
  depends_on?: Record<string, unknown>
  healthcheck?: { test: string[] }
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

const text = await readFile(join(ROOT, 'compose.yaml'), 'utf8')
const compose: Compose = parse(text, { merge: true })
const services = Object.entries(compose.services)
const servers = services.filter(([, { build }]) => build !== undefined)

/** Variables without which the others have no meaning here: the images read them. */
const OF_IMAGES = /^(POSTGRES_|GF_)/

describe('compose.yaml', () => {
  it('runs every role, each in a container of its own but for the signers', () => {
    const roles = servers.map(([, { command }]) => command)
    expect(new Set(roles.flat())).toEqual(new Set(ROLES))
    for (const role of ROLES.filter((name) => name !== 'cosigner'))
      expect(roles).toContainEqual([role])
    const signer = ['indexer', 'scorer', 'cosigner']
    expect(roles.filter((each) => each?.includes('cosigner'))).toEqual([signer, signer])
  })

  it.each(services)('lets %s write nothing, and gain no rights', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      user: expect.stringMatching(/^[1-9]\d*:\d+$/),
    })
    expect(service.privileged).toBeUndefined()
  })

  it.each(servers)('sets for %s only variables that the server reads', (_, { environment }) => {
    for (const name of Object.keys(environment ?? {})) expect(SETTINGS).toHaveProperty(name)
  })

  it('names only variables of images elsewhere', () => {
    const others = services.filter(([, { build }]) => build === undefined)
    const names = others.flatMap(([, { environment }]) => Object.keys(environment ?? {}))
    expect(names.filter((name) => !OF_IMAGES.test(name))).toEqual([])
  })

  it('gives private keys as files to those who sign, and to nobody else', () => {
    const given = servers.map(([name, { secrets = [] }]) => [name, secrets])
    const withKeys = given.filter(([, secrets]) => secrets?.length !== 0)
    expect(Object.fromEntries(withKeys)).toEqual({
      agent: ['agent-key'],
      'cosigner-1': ['cosigner-1-key'],
      'cosigner-2': ['cosigner-2-key'],
    })
    expect(text).not.toMatch(/DHARMA_(AGENT|COSIGNER)_KEY:/)
    const paths = servers.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => name.endsWith('_KEY_FILE')),
    )
    const secrets = Object.keys(compose.secrets).map((name) => `/run/secrets/${name}`)
    expect(paths.map(([, path]) => path)).toEqual(secrets)
  })

  it('opens ports on this machine alone, and the databases to none', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? [])
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
    expect(compose.networks.data).toEqual({ internal: true })
    for (const [name, service] of services.filter(([name]) => name.endsWith('postgres')))
      expect([name, service.networks, service.ports]).toEqual([name, ['data'], undefined])
  })

  it.each(services)('names for %s only what exists', (_, service) => {
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(service.networks ?? []))
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(service.secrets ?? []))
    const needed = Object.keys(service.depends_on ?? {})
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(needed))
    const sources = (service.volumes ?? []).map(readSource)
    const files = sources.filter((source) => source.startsWith('./'))
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    const volumes = sources.filter((source) => /^[a-z]/.test(source))
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes))
  })

  it('is scraped by Prometheus with each of its processes, but for those of other people', async () => {
    const config = await readFile(join(ROOT, 'operations/prometheus/prometheus.yml'), 'utf8')
    const [job] = parse(config).scrape_configs
    const targets = job.static_configs.flatMap((each: { targets: string[] }) => each.targets)
    const own = servers.filter(([name]) => !name.startsWith('cosigner'))
    const expected = own.map(([name]) => (name === 'api' ? 'api:3001' : `${name}:9464`))
    expect(targets.toSorted()).toEqual(expected.toSorted())
  })
})

/** The part before the path in the container: a file, a volume, or a variable with the folder. */
function readSource(volume: string): string {
  return volume.startsWith('$') ? '' : (volume.split(':')[0] ?? '')
}
