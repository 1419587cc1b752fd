import { createContext, use } from 'react'
import type { RuntimeConfig } from './runtime-config.ts'

export const ConfigContext = createContext<RuntimeConfig | null>(null)

/** Returns the runtime configuration. The application renders only once it is loaded. */
export function useConfig(): RuntimeConfig {
  const config = use(ConfigContext)
  if (config === null) throw new Error('useConfig was called outside of ConfigContext')
  return config
}
