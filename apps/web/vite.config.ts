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

export default defineConfig({
  plugins: [react(), tailwindcss(), serveConfig()],
  server: { host: '127.0.0.1', port: 3000 },
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 900 },
})
