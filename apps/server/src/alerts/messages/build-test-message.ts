import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import { buildMessage } from './build-message.ts'

const TEXT = 'This is a test of your webhook. Nothing happened to any wallet.'

/** Builds the message of the test of a webhook. */
export const buildTestMessage = (nowMs: number): AlertMessage<'webhook.test'> =>
  buildMessage('webhook.test', nowMs, { message: TEXT })
