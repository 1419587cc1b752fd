import { computeInputs, type InputValues } from '@app/score/inputs/inputs.ts'
import { ARTEFACT_LABELS } from '../read/artefact-labels.ts'
import type { WalletSet } from '../read/read-wallet-sets.ts'
import type { LabelledWallet } from '../read/wallet.ts'

/** A training example. The mean weight of all examples is 1. */
export interface TrainingExample {
  wallet: LabelledWallet
  values: InputValues
  weight: number
}

/**
 * Assigns weights so that no set and no label dominates: within a set, normal and illicit wallets have the
 * same total weight, and so has each label within its class; the weight of a set is proportional to the
 * square root of its size, because a small set has less information. Labels that are an artefact of their
 * set are left out.
 */
export function buildExamples(sets: readonly WalletSet[]): TrainingExample[] {
  const raw = sets.flatMap(({ wallets }) =>
    buildSetExamples(wallets.filter(({ label }) => !ARTEFACT_LABELS.has(label))),
  )
  const mean = raw.reduce((sum, { weight }) => sum + weight, 0) / raw.length
  return raw.map((own) => ({ ...own, weight: own.weight / mean }))
}

function buildSetExamples(wallets: readonly LabelledWallet[]): TrainingExample[] {
  const setWeight = Math.sqrt(wallets.length)
  const groups = Map.groupBy(wallets, ({ label, isIllicit }) => `${isIllicit} ${label}`)
  const illicitLabels = new Set(wallets.filter((w) => w.isIllicit).map((w) => w.label)).size
  const normalLabels = groups.size - illicitLabels
  return [...groups.values()].flatMap((group) => {
    const labels = group[0]?.isIllicit ? illicitLabels : normalLabels
    return group.map((wallet) => ({
      wallet,
      values: computeInputs(wallet.facts),
      weight: setWeight / labels / group.length,
    }))
  })
}
