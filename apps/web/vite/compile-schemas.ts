import { pathToFileURL } from 'node:url'
import { CLIENT_ROUTE_FIELDS } from '@app/api/client/client.ts'
import { READ_KEYWORDS } from '@app/api/client/read-as.ts'
import type { Plugin } from 'vite'

/** Modules of packages/api that consist of schemas and of routes made of them. */
const SCHEMA_MODULES = /packages\/api\/src\/(routes|schemas)\/(?!.*\.test\.ts$).*\.ts$/

/** Separates a module from the name of one of its exports. */
const EXPORT_QUERY = '?export='

/**
 * Replaces each schema of packages/api by what `readAs` reads of it, as JSON, and each route by what a client needs of
 * it: TypeBox itself stays out of the browser. Every export becomes a module of its own, so that a page loads only the
 * shapes that it uses.
 */
export function compileSchemas(): Plugin {
  return {
    name: 'compile-schemas',
    apply: 'build',
    async load(id) {
      const [file = '', name] = id.split(EXPORT_QUERY)
      if (!SCHEMA_MODULES.test(file)) return null
      const exports = await readSchemaExports(file)
      if (exports === null) return null
      const code =
        name === undefined
          ? renderIndex(file, exports)
          : `export const ${name} = ${renderValue(exports[name])}`
      return { code, moduleSideEffects: false }
    },
  }
}

/** Returns the exports of a module that has schemas or routes; null for others, which the browser takes as they are. */
async function readSchemaExports(file: string): Promise<Record<string, unknown> | null> {
  const exports: Record<string, unknown> = await import(pathToFileURL(file).href)
  return Object.values(exports).some((value) => isSchema(value) || isRoute(value)) ? exports : null
}

function renderIndex(file: string, exports: Record<string, unknown>): string {
  const names = Object.keys(exports).filter((name) => renderValue(exports[name]) !== null)
  return names
    .map((name) => `export { ${name} } from ${JSON.stringify(file + EXPORT_QUERY + name)}`)
    .join('\n')
}

/** Returns the expression of an exported value; null for one that only servers use. */
function renderValue(value: unknown): string | null {
  if (isSchema(value)) return renderShape(value)
  if (isRoute(value)) {
    const fields = CLIENT_ROUTE_FIELDS.map((field) => `${field}: ${JSON.stringify(value[field])}`)
    fields.push(`data: ${renderShape(value.data)}`)
    if (value.acceptedData) fields.push(`acceptedData: ${renderShape(value.acceptedData)}`)
    return `{ ${fields.join(', ')} }`
  }
  if (typeof value === 'function' || isRouteList(value)) return null
  return JSON.stringify(value) ?? null
}

const renderShape = (schema: object): string => JSON.stringify(toShape(schema))

/** Leaves out of a schema what only people and servers read. */
function toShape(schema: object): object {
  const entries = Object.entries(schema).filter(([keyword]) => READ_KEYWORDS.includes(keyword))
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (keyword === 'items') return [keyword, toShape(value)]
      if (keyword === 'anyOf') return [keyword, value.map(toShape)]
      if (keyword !== 'properties' && keyword !== 'patternProperties') return [keyword, value]
      const fields = Object.entries<object>(value).map(([name, field]) => [name, toShape(field)])
      return [keyword, Object.fromEntries(fields)]
    }),
  )
}

type RouteObject = { data: object; acceptedData?: object } & Record<
  (typeof CLIENT_ROUTE_FIELDS)[number],
  string
>

const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && '~kind' in value

const isRoute = (value: unknown): value is RouteObject =>
  typeof value === 'object' && value !== null && 'operationId' in value && 'data' in value

const isRouteList = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some(isRoute)
