import { listGoModules } from './list-go-modules.mjs'

/** @typedef {{ components: object[] }} Bill a bill of materials in CycloneDX, as `npm sbom` prints it */

/**
 * Returns the bill with the Go modules of the Flow tools added.
 * @param {Bill} bill
 * @param {string} goMod text of go.mod
 * @returns {Bill}
 */
export function addGoModules(bill, goMod) {
  const modules = listGoModules(goMod).map(({ name, version }) => {
    const purl = `pkg:golang/${name}@${version}`
    return { 'bom-ref': purl, type: 'library', name, version, purl }
  })
  return { ...bill, components: [...bill.components, ...modules] }
}
