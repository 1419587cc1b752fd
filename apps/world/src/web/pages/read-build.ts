import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A page as `apps/web/src/render-page.tsx` draws it. */
export interface DrawnPage {
  head: string
  body: string
  /** Of the built app; null for a path without a page. */
  module: string | null
}

export interface DrawInput {
  config: unknown
  origin: string
  answers: unknown
}

type RenderPage = (pathname: string, input: DrawInput) => Promise<DrawnPage>

interface ManifestEntry {
  file: string
  imports?: string[]
}

export type Build = Awaited<ReturnType<typeof readBuild>>

export async function readBuild(root: string) {
  const template = await readFile(join(root, 'index.html'), 'utf8')
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    await readFile(join(root, '.vite/manifest.json'), 'utf8').catch(() => '{}'),
  )
  const isInTemplate = (path: string) => template.includes(`"${path}"`)
  return {
    template,
    renderPage: await importRenderer(join(root, '.server/render-page.js')),
    /** URL paths of the files of a module, in addition to those in index.html. */
    listFiles: (module: string): string[] =>
      listChunks(manifest, module)
        .map((file) => `/${file}`)
        .filter((path) => !isInTemplate(path)),
  }
}

/** null when the build has no renderer. */
async function importRenderer(file: string): Promise<RenderPage | null> {
  const source = await readFile(file).catch(() => null)
  if (source === null) return null
  const { renderPage } = await import(pathToFileURL(file).href)
  return renderPage
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
