import type { Plugin } from 'vite'

/** Vite's function around each dynamic import, which preloads the files of the imported module. */
const HELPER_ID = '\0vite/preload-helper.js'
const HELPER = 'export const __vitePreload ='

/**
 * Fetches the files of a dynamic import before the browser imports them, so that an import whose file did not arrive can
 * be tried again: browsers from before https://github.com/whatwg/html/pull/10327 never ask again for a module, or for one
 * that it imports, after its first failure. A query would make a second instance of a module that others import too.
 */
export function fetchBeforeImport(): Plugin {
  return {
    name: 'fetch-before-import',
    apply: 'build',
    transform(code, id) {
      if (id !== HELPER_ID) return null
      if (!code.includes(HELPER)) {
        throw new Error(
          `'${HELPER}' is not in ${JSON.stringify(HELPER_ID)}: adapt vite/fetch-before-import.ts to this version of Vite.`,
        )
      }
      return { code: code.replace(HELPER, 'const preloadFetched =') + FETCHING_HELPER, map: null }
    },
  }
}

/** Files that the page has as elements are loaded already, or failed before any script ran. */
const FETCHING_HELPER = `
const isInPage = (url) =>
  [...document.querySelectorAll('link, script')].some(({ href, src }) => (href || src) === url)
async function fetchFile(url) {
  if (isInPage(url)) return
  const response = await fetch(url)
  if (!response.ok) throw new Error(url + ' was answered with status ' + response.status)
  await response.blob()
}
export async function __vitePreload(load, files = [], importer) {
  await Promise.all(files.map((file) => fetchFile(new URL(assetsURL(file, importer), location).href)))
  return preloadFetched(load, files, importer)
}`
