import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** What several chunks use, without what only the wallet connection does: one file to load, not twenty small ones. */
const SHARED_CHUNK = {
  name: 'shared',
  test: /apps.web.src|packages.(api|values|contracts)|node_modules.(react|@tanstack|@?radix-ui|typebox|lucide-react|sonner)/,
  minShareCount: 2,
}

export default defineConfig({
  plugins: [react(), tailwindcss(), serveConfig()],
  server: { host: '127.0.0.1', port: 3000 },
  build: {
    target: 'baseline-widely-available',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: [SHARED_CHUNK] } } },
  },
})
