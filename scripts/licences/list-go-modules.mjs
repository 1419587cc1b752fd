/**
 * Lists the modules that go.mod requires, directly or not.
 * @param {string} goMod text of go.mod
 * @returns {{ name: string, version: string }[]} by name
 */
export function listGoModules(goMod) {
  const required = [...goMod.matchAll(/^(?:require )?\t?(\S+\.\S+) (v\S+)(?: \/\/ indirect)?$/gm)]
  return required
    .map(([, name = '', version = '']) => ({ name, version }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
