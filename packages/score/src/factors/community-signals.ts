import { type FactorResult, UNKNOWN } from './factor-result.ts'

/** Reports, vouches and case outcomes: none are collected, so nothing is known. */
export function communitySignals(): FactorResult {
  return UNKNOWN
}
