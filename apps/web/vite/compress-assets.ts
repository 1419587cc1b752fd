import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

const COMPRESSIBLE = /\.(css|js|svg|json|txt)$/
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const GZIP = { level: constants.Z_BEST_COMPRESSION }

/** Writes each text file of the built app a second and third time, compressed, for a server to send as they are. */
export function compressAssets(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle(error?: Error) {
      if (error !== undefined || config.build.ssr !== false || !config.build.write) return
      const folder = join(config.root, config.build.outDir)
      const dir = config.build.outDir.startsWith('/') ? config.build.outDir : folder
      const files = await readdir(dir, { recursive: true })
      const texts = files.filter((file) => COMPRESSIBLE.test(file) && !file.startsWith('.'))
      await Promise.all(texts.map((file) => compressFile(join(dir, file))))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < MIN_BYTES) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, BROTLI))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, GZIP))
}
