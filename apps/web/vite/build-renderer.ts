import { join } from 'node:path'
import { build, type Plugin, type PluginOption, type ResolvedConfig } from 'vite'

/** Folder in the built app with what only its web server uses. */
const SERVER_DIR = '.server'

/**
 * After the app, builds the module that draws its pages (`src/render-page.tsx`), with all that it needs
 * in one file.
 */
export function buildRenderer(plugins: () => PluginOption[]): Plugin {
  let config: ResolvedConfig
  return {
    name: 'build-renderer',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle(error?: Error) {
      if (error !== undefined || config.build.ssr !== false || !config.build.write) return
      await build({
        root: config.root,
        configFile: false,
        logLevel: 'warn',
        plugins: plugins(),
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: 'src/render-page.tsx',
          outDir: join(config.build.outDir, SERVER_DIR),
          emptyOutDir: true,
          copyPublicDir: false,
          rolldownOptions: { output: { codeSplitting: false, entryFileNames: '[name].js' } },
        },
      })
    },
  }
}
