import { judgeBy } from '@app/score/judge-by.ts'
import type { LabelledWallet } from '../read/wallet.ts'
import { fitTables } from './fit-tables.ts'
import { FOLDS, foldOf } from './fold.ts'
import type { FitSettings, TablePlan } from './plan.ts'
import type { Example } from './weigh.ts'

/** The score of every wallet by tables that were fitted without its fold. */
export function crossValidate(
  plan: TablePlan,
  examples: readonly Example[],
  settings: FitSettings,
): Map<LabelledWallet, number> {
  const scores = new Map<LabelledWallet, number>()
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeld = ({ wallet }: Example): boolean => foldOf(wallet.address) === fold
    const learnt = examples.filter((example) => !isHeld(example))
    const tables = fitTables(plan, learnt, settings)
    for (const { wallet } of examples.filter(isHeld)) {
      scores.set(wallet, judgeBy(tables, wallet.facts).score)
    }
  }
  return scores
}
