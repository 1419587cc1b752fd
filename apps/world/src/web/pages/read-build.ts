import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A page without data, as `apps/web/src/render-shell.tsx` renders it. */
export interface Shell {
  head: string
  body: string
  module: string | null
}

type RenderShell = (pathname: string, config: unknown, origin: string) => Promise<Shell>

interface ManifestEntry {
  file: string
  imports?: string[]
}

/** The built app, as its pages need it. */
export interface Build {
  /** index.html. */
  template: string
  /** Renders a page; null when the build has no renderer. */
  renderShell: RenderShell | null
  /** URL paths of the files of a module, in addition to those in index.html. */
  listFiles(module: string): string[]
}

/** Reads the built app in a folder. */
export async function readBuild(root: string): Promise<Build> {
  const template = await readFile(join(root, 'index.html'), 'utf8')
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    await readFile(join(root, '.vite/manifest.json'), 'utf8').catch(() => '{}'),
  )
  const isInTemplate = (path: string) => template.includes(`"${path}"`)
  return {
    template,
    renderShell: await importRenderer(join(root, '.server/render-shell.js')),
    listFiles: (module) =>
      listChunks(manifest, module)
        .map((file) => `/${file}`)
        .filter((path) => !isInTemplate(path)),
  }
}

async function importRenderer(file: string): Promise<RenderShell | null> {
  const source = await readFile(file).catch(() => null)
  if (source === null) return null
  const { renderShell } = await import(pathToFileURL(file).href)
  return renderShell
}

/** The file of a module, and those that it imports, directly or not. */
function listChunks(manifest: Record<string, ManifestEntry>, module: string): string[] {
  const found = new Set<string>()
  const visit = (key: string) => {
    const entry = manifest[key]
    if (entry === undefined || found.has(entry.file)) return
    found.add(entry.file)
    for (const imported of entry.imports ?? []) visit(imported)
  }
  visit(module)
  return [...found]
}
