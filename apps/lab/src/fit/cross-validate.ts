import { judgeWithTables } from '@app/score/judge-with-tables.ts'
import type { LabelledWallet } from '../read/wallet.ts'
import type { TrainingExample } from './build-examples.ts'
import { fitTables } from './fit-tables.ts'
import { computeFoldIndex, FOLDS } from './fold.ts'
import type { FitSettings, TablePlan } from './plan.ts'

/** Scores every wallet with tables that were fitted without its fold. */
export function crossValidate(
  plan: TablePlan,
  examples: readonly TrainingExample[],
  settings: FitSettings,
): Map<LabelledWallet, number> {
  const scores = new Map<LabelledWallet, number>()
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeld = ({ wallet }: TrainingExample): boolean =>
      computeFoldIndex(wallet.address) === fold
    const training = examples.filter((example) => !isHeld(example))
    const tables = fitTables(plan, training, settings)
    for (const { wallet } of examples.filter(isHeld)) {
      scores.set(wallet, judgeWithTables(tables, wallet.facts).score)
    }
  }
  return scores
}
