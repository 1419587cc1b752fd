import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildRenderer } from './vite/build-renderer.ts'
import { CHUNK_GROUPS } from './vite/chunk-groups.ts'
import { compileSchemas } from './vite/compile-schemas.ts'
import { compressAssets } from './vite/compress-assets.ts'
import { fetchBeforeImport } from './vite/fetch-before-import.ts'

/** The content of `/config.json` during development; in production the web server generates it. */
const developmentConfig = {
  network: 'local',
  apiUrl: 'http://127.0.0.1:3001',
  accessNodeUrl: 'http://127.0.0.1:8888',
  walletUrl: 'http://localhost:8701/fcl/authn',
  explorerTxUrl: 'http://127.0.0.1:8888/v1/transaction_results/{id}',
}

const serveConfig = (): Plugin => ({
  name: 'serve-config',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/config.json', (_request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(developmentConfig))
    })
  },
})

const serveFontLicences = (): Plugin => ({
  name: 'serve-font-licences',
  apply: 'build',
  async generateBundle() {
    const source = await readFile(new URL('src/fonts/LICENSES.txt', import.meta.url))
    this.emitFile({ type: 'asset', fileName: 'font-licences.txt', source })
  },
})

/** The elements that JSX makes: `src/jsx-runtime.ts`. */
const JSX = { jsxImportSource: '@app/web' }

const findSource = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** What libraries get in place of storages that a browser can deny, at which they would fail to load. */
const STORAGE: Record<string, [string, string]> = Object.fromEntries(
  ['localStorage', 'window.localStorage', 'window.sessionStorage'].map((name) => [
    name,
    [findSource('lib/browser-storage.ts'), 'browserStorage'],
  ]),
)

export default defineConfig({
  plugins: [
    react(JSX),
    tailwindcss(),
    serveConfig(),
    serveFontLicences(),
    compileSchemas(),
    fetchBeforeImport(),
    buildRenderer(() => [react(JSX), compileSchemas()]),
    compressAssets(),
  ],
  resolve: {
    alias: { '@walletconnect/keyvaluestorage': findSource('lib/walletconnect-storage.ts') },
  },
  server: { host: '127.0.0.1', port: 3000 },
  build: {
    manifest: true,
    // Browsers that do not load ahead load the same files a moment later.
    modulePreload: { polyfill: false },
    // Of all packages in the scripts: some licences ask for their text where the package is served.
    license: { fileName: 'licences.txt' },
    // The Content-Security-Policy allows no fonts in data URLs.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      transform: { inject: STORAGE },
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
      treeshake: { moduleSideEffects: [{ test: /node_modules.typebox/, sideEffects: false }] },
    },
  },
})
