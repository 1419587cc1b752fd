import type { Licensed } from './list-licences.ts'
import { EXCEPTIONS, findException, GO_EXCEPTIONS, isPermissive } from './policy.ts'

/** The names of packages or modules by licence. */
export type NamesByLicence = Readonly<Record<string, readonly string[]>>

/** All dependencies, as `licences.generated.json` keeps them. */
export interface Dependencies {
  npm: NamesByLicence
  go: NamesByLicence
}

export const groupByLicence = (dependencies: readonly Licensed[]): NamesByLicence =>
  Object.fromEntries(
    [...Map.groupBy(dependencies, ({ licence }) => licence)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([licence, all]) => [licence, all.map(({ name }) => name)]),
  )

export const listLicensed = (byLicence: NamesByLicence): Licensed[] =>
  Object.entries(byLicence).flatMap(([licence, names]) => names.map((name) => ({ name, licence })))

const HEAD = `<!-- Made by \`npm run licences\`: change scripts/licences/policy.ts, not this. -->

# Licences of dependencies

A test fails when a package or module is not in \`scripts/licences/licences.generated.json\`, or has a licence that is neither permissive nor an exception with a reason. \`npm run licences\` writes both files again; it reads the licences of Go modules from Go's cache, so build the Flow tools first. \`npm run sbom\` writes all with their versions to \`.dharma/sbom.json\` (CycloneDX).
`

/** Writes docs/build/licences.md: how many there are of each licence, and why those that are not permissive may be used. */
export const renderLicences = ({ npm, go }: Dependencies): string =>
  [
    HEAD,
    '## npm packages\n',
    renderDependencies(npm, EXCEPTIONS),
    '\n## Go modules of the Flow tools\n',
    renderDependencies(go, GO_EXCEPTIONS),
    '',
  ].join('\n')

function renderDependencies(
  byLicence: NamesByLicence,
  exceptions: Readonly<Record<string, string>>,
): string {
  const licences = Object.entries(byLicence)
  const counts = licences
    .filter(([licence]) => isPermissive(licence))
    .map(([licence, names]) => `${names.length} ${licence}`)
  const byReason = Map.groupBy(
    listLicensed(byLicence).filter(({ licence }) => !isPermissive(licence)),
    ({ name, licence }) => `${licence}, ${findException(name, exceptions) ?? ''}`,
  )
  const reasons = [...byReason].map(
    ([reason, all]) => `- ${all.map(({ name }) => name).join(', ')}: ${reason}.`,
  )
  return [
    `Permissive: ${counts.join(', ')}.`,
    '\nNot permissive, and why they may be used:\n',
    ...reasons,
  ].join('\n')
}
