import { computeInputs, type InputValues } from '@app/score/inputs/inputs.ts'
import { ARTEFACT_LABELS } from '../read/artefact-labels.ts'
import type { WalletSet } from '../read/read-sets.ts'
import type { LabelledWallet } from '../read/wallet.ts'

/** A wallet to learn from; the weights of all of them average 1. */
export interface Example {
  wallet: LabelledWallet
  values: InputValues
  weight: number
}

/**
 * Weighs wallets so that no set and no label drowns another: within a set, its normal wallets together
 * weigh as much as its illicit ones, and each illicit label as much as the next; a set weighs by the
 * root of its size, because a small one says less. Labels that teach an artefact of their set are left out.
 */
export function buildExamples(sets: readonly WalletSet[]): Example[] {
  const raw = sets.flatMap(({ wallets }) =>
    buildSetExamples(wallets.filter(({ label }) => !ARTEFACT_LABELS.has(label))),
  )
  const mean = raw.reduce((sum, { weight }) => sum + weight, 0) / raw.length
  return raw.map((own) => ({ ...own, weight: own.weight / mean }))
}

function buildSetExamples(wallets: readonly LabelledWallet[]): Example[] {
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
