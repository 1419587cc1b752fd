/** Names of the folders at the root; a path that starts with one of them is a path from the root. */
const ROOT_FOLDERS = /^(apps|bench|docs|packages|scripts|tools)\//

const EXTENSION = /\.(tsx?|mjs|sql|json|cdc|md|go|css|html)$/

interface Document {
  markdown: string
  /** Folder of the document. */
  folder: string
}

/**
 * Returns the paths in backticks that are none of `paths` (files and folders, from the root). A path
 * from elsewhere than the root has to be the end of one of them; one that begins like a path from the
 * root, and the bare name of a folder, the end of one in the document's own room. `<name>`, `…` and `*`
 * stand for any part of a name.
 */
export function findMissingPaths(
  { markdown, folder }: Document,
  paths: readonly string[],
): string[] {
  const isRoom = !/^(docs|\.)(\/|$)/.test(folder)
  const inRoom = isRoom ? paths.filter((path) => path.startsWith(`${folder}/`)) : []
  const named = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  return [...new Set(named.filter(isRepositoryPath))].filter((text) => {
    const isFromRoot = ROOT_FOLDERS.test(text)
    const end = toPattern('(^|/)', text)
    if (isFromRoot) return !hasMatch(paths, toPattern('^', text)) && !hasMatch(inRoom, end)
    return !hasMatch(isRoom && BARE_FOLDER.test(text) ? inRoom : paths, end)
  })
}

const BARE_FOLDER = /^[^/]+\/$/

const hasMatch = (paths: readonly string[], pattern: RegExp) =>
  paths.some((path) => pattern.test(path))

/** A file with an extension, or a folder; not a URL, a file of a run, a package or a command. */
function isRepositoryPath(text: string): boolean {
  if (!/^[\w*<][\w./<>…*-]*$/.test(text)) return false
  return ROOT_FOLDERS.test(text) || EXTENSION.test(text) || /\w\/$/.test(text)
}

function toPattern(start: string, text: string): RegExp {
  const name = text
    .replace(/\/$/, '')
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll(/<\w+>|…|\*+/g, '[^/]*')
  return new RegExp(`${start}${name}$`)
}
