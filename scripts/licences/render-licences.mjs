import { EXCEPTIONS, findException, GO_EXCEPTIONS, isPermissive } from './policy.mjs'

/** @typedef {import('./list-npm-licences.mjs').Licensed} Licensed */

const HEAD = `<!-- Made by \`npm run licences\`: change scripts/licences/policy.mjs, not this. -->

# Licences of dependencies

A test fails when a package or module is not in this list, or has a licence that is neither permissive nor an exception with a reason. \`npm run licences\` writes the list again; it reads the licences of the Go modules from Go's cache, so build the Flow tools first. \`npm run sbom\` writes all of them with their versions to \`.dharma/sbom.json\` (CycloneDX).
`

/**
 * Renders docs/licences.md.
 * @param {{ npm: Licensed[], go: Licensed[] }} dependencies
 */
export const renderLicences = ({ npm, go }) =>
  `${[
    HEAD,
    '## npm packages\n',
    renderTables(npm, EXCEPTIONS),
    '## Go modules of the Flow tools\n',
    renderTables(go, GO_EXCEPTIONS),
  ].join('\n')}`
    .trimEnd()
    .concat('\n')

/**
 * @param {Licensed[]} dependencies
 * @param {Record<string, string>} exceptions
 */
function renderTables(dependencies, exceptions) {
  const byLicence = Map.groupBy(dependencies, ({ licence }) => licence)
  const rows = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, all]) => `| ${licence} | ${all.map(({ name }) => name).join(', ')} |`)
  const reasons = dependencies
    .filter(({ licence }) => !isPermissive(licence))
    .map(
      ({ name, licence }) => `| ${name} | ${licence} | ${findException(name, exceptions) ?? ''} |`,
    )
  return [
    '| licence | used by |\n|---|---|',
    ...rows,
    '\n| not permissive | licence | why it may be used |\n|---|---|---|',
    ...reasons,
    '',
  ].join('\n')
}
