import { fileURLToPath } from 'node:url'
import { getExample } from '@app/api/openapi/get-example.ts'
import { listProposals } from '@app/api/routes/governance.ts'
import { getScore } from '@app/api/routes/score.ts'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { compileSchemas } from './compile-schemas.ts'

const ENTRY = fileURLToPath(new URL('../src/tested-entry.js', import.meta.url))

/** Built as for the browser. */
const CODE = `
  import { listWatched } from '@app/api/routes/alerts.ts'
  import { listProposals } from '@app/api/routes/governance.ts'
  import { getScore } from '@app/api/routes/score.ts'
  import { readAs } from '@app/api/client/read-as.ts'
  export { ApiError } from '@app/api/client/client.ts'
  export { SCORE_EVENT } from '@app/api/schemas/stream.ts'
  export const routes = { getScore, listWatched }
  export const readScore = (value) => readAs(getScore.data, value)
  export const readProposals = (value) => readAs(listProposals.data, value)`

async function buildModule() {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [
      compileSchemas(),
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? CODE : null),
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

const { built, exports } = await buildModule()

test('answers are read without TypeBox, and what has no schema stays as it is', () => {
  const example = getExample(getScore)
  expect(exports.readScore({ ...example, score: `${example.score}` })).toEqual(example)
  expect(exports.readScore({ ...example, address: '0x1' })).toBeUndefined()
  const metadata = { ...example.metadata, lastUpdated: 'yesterday' }
  expect(exports.readScore({ ...example, metadata })).toBeUndefined()
  expect(built).not.toMatch(/typebox|new Function|\beval\(/i)
  expect(exports.SCORE_EVENT).toBe('score')
  expect(new exports.ApiError({ message: 'Late.' }).message).toBe('Late.')
})

test('fields that have the names of keywords, and what stands for absent ones, stay', () => {
  const [example] = getExample(listProposals)
  const { title, description, ...proposal } = example!
  const whole = [{ ...proposal, title, description }]
  expect(exports.readProposals(whole)).toEqual(whole)
  expect(exports.readProposals([proposal])).toEqual([{ ...proposal, title: '', description: '' }])
})

test('a route is what a client needs of it, also of the session, without which no cookie is sent', () => {
  const { getScore: score, listWatched } = exports.routes
  expect(score).toMatchObject({ method: 'GET', url: '/v1/score/:address' })
  expect(score).not.toHaveProperty('summary')
  expect([score.auth, listWatched.auth]).toEqual([undefined, 'session'])
})
