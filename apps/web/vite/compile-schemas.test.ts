import { fileURLToPath } from 'node:url'
import { getExample } from '@app/api/openapi/get-example.ts'
import { listProposals } from '@app/api/routes/governance.ts'
import { getScore } from '@app/api/routes/score.ts'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { compileSchemas } from './compile-schemas.ts'

const ENTRY = fileURLToPath(new URL('../src/tested-entry.js', import.meta.url))

/** Builds a module as for the browser, and returns its code with what it exports. */
async function buildModule(code: string) {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [
      compileSchemas(),
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: ENTRY, formats: ['es'], fileName: 'entry' },
    },
  })
  const [output] = [result].flat()
  if (output === undefined || !('output' in output)) throw new Error('Nothing was built.')
  const built = output.output[0].code
  return { built, exports: await import(`data:text/javascript,${encodeURIComponent(built)}`) }
}

test('a route is what a client needs of it, and its answers are read without TypeBox', async () => {
  const { built, exports } = await buildModule(`
    import { getScore } from '@app/api/routes/score.ts'
    import { readAs } from '@app/api/client/read-as.ts'
    export const route = getScore
    export const read = (value) => readAs(getScore.data, value)`)
  const example = getExample(getScore)
  expect(exports.route).toMatchObject({ method: 'GET', url: '/v1/score/:address' })
  expect(exports.route).not.toHaveProperty('summary')
  expect(exports.read(example)).toEqual(example)
  expect(exports.read({ ...example, score: `${example.score}` })).toEqual(example)
  expect(exports.read({ ...example, address: '0x1' })).toBeUndefined()
  const metadata = { ...example.metadata, lastUpdated: 'yesterday' }
  expect(exports.read({ ...example, metadata })).toBeUndefined()
  expect(built.length).toBeLessThan(15_000)
  expect(built).not.toMatch(/new Function|\beval\(/)
})

test('fields that have the names of keywords, and what stands for absent ones, stay', async () => {
  const { exports } = await buildModule(`
    import { listProposals } from '@app/api/routes/governance.ts'
    import { readAs } from '@app/api/client/read-as.ts'
    export const read = (value) => readAs(listProposals.data, value)`)
  const [{ title, description, ...proposal } = raise()] = getExample(listProposals)
  expect(exports.read([{ ...proposal, title, description }])).toEqual([
    { ...proposal, title, description },
  ])
  expect(exports.read([proposal])).toEqual([{ ...proposal, title: '', description: '' }])
})

function raise(): never {
  throw new Error('The example has no proposal.')
}

test('a route keeps what it says of the session, without which no cookie is sent', async () => {
  const { exports } = await buildModule(`
    import { getScore } from '@app/api/routes/score.ts'
    import { listWatched } from '@app/api/routes/alerts.ts'
    export const session = listWatched.auth
    export const none = getScore.auth`)
  expect(exports).toMatchObject({ session: 'session', none: undefined })
})

test('what has no schema stays as it is', async () => {
  const { exports } = await buildModule(`
    export { ApiError } from '@app/api/client/client.ts'
    export { SCORE_EVENT } from '@app/api/schemas/stream.ts'`)
  expect(exports.SCORE_EVENT).toBe('score')
  expect(new exports.ApiError({ status: 0, code: 'timeout', message: 'Late.' }).message).toBe(
    'Late.',
  )
})
