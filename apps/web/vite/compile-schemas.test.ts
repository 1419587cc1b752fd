import { fileURLToPath } from 'node:url'
import { getExample } from '@app/api/openapi/get-example.ts'
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

test('a route is what a client needs of it, and its answers are checked without TypeBox', async () => {
  const { built, exports } = await buildModule(`
    import { getScore } from '@app/api/routes/score.ts'
    import { matchesSchema } from '@app/api/client/matches-schema.ts'
    export const route = getScore
    export const matches = (value) => matchesSchema(getScore.data, value)`)
  const example = getExample(getScore)
  expect(exports.route).toMatchObject({ method: 'GET', url: '/v1/score/:address' })
  expect(exports.route).not.toHaveProperty('summary')
  expect(exports.matches(example)).toBe(true)
  expect(exports.matches({ ...example, score: '68' })).toBe(false)
  expect(exports.matches({ ...example, address: '0x1' })).toBe(false)
  const metadata = { ...example.metadata, lastUpdated: 'yesterday' }
  expect(exports.matches({ ...example, metadata })).toBe(false)
  expect(built.length).toBeLessThan(30_000)
  expect(built).not.toMatch(/new Function|\beval\(/)
})

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
