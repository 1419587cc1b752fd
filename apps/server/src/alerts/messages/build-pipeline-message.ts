import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import { buildMessage } from './build-message.ts'

interface Delay {
  now: Date
  /** Latest indexed block. */
  indexedHeight: number
  delayedSince: Date
}

/** Builds the message that blocks are not indexed in time, or are again. */
export function buildPipelineMessage(
  type: 'pipeline.delayed' | 'pipeline.recovered',
  { now, indexedHeight, delayedSince }: Delay,
): AlertMessage {
  return buildMessage(type, now.getTime(), {
    indexedHeight,
    delayedSince: delayedSince.toISOString(),
  })
}
