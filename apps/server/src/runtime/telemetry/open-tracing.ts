import { NO_TRACING, type Tracing } from './tracing.ts'

/** Loads OpenTelemetry and starts it, if tracing is on; otherwise nothing of it is loaded. */
export async function openTracing(isOn: boolean): Promise<Tracing> {
  if (!isOn) return NO_TRACING
  const { startOpenTelemetry } = await import('./start-open-telemetry.ts')
  return startOpenTelemetry()
}
