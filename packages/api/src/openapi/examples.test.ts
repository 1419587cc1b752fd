import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../routes/routes.ts'
import { buildSuccessSchema } from '../schemas/envelope.ts'
import { EXAMPLES } from './examples.generated.ts'

it.each(ROUTES.filter(({ dataExample }) => dataExample !== undefined))(
  'the written example of $operationId matches its schema',
  (route) => {
    expect(Compile(route.data).Errors(route.dataExample)).toEqual([])
  },
)

describe('the recorded examples', () => {
  const available = ROUTES.filter(
    ({ contentType, dataExample }) => !contentType && dataExample === undefined,
  )

  it('are one for each route that answers with JSON', () => {
    expect(Object.keys(EXAMPLES)).toEqual(available.map(({ operationId }) => operationId))
  })

  it.each(available.map((route) => [route.operationId, route] as const))(
    'of %s matches its schema',
    (name, route) => {
      expect(Compile(buildSuccessSchema(route.data)).Errors(EXAMPLES[name])).toEqual([])
    },
  )
})
