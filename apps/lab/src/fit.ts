import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect, parseArgs } from 'node:util'
import { computeInputs, INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import { computeQuartiles } from '@app/score/ordinary/quartiles.ts'
import { FatalError } from '@app/values/errors.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { getErrorMessage, print, runCommandLine } from './command-line.ts'
import {
  buildConformalTables,
  computeAccusationFigures,
  formatAccusations,
} from './fit/conformal-tables.ts'
import { buildExamples, type TrainingExample } from './fit/design.ts'
import { computeFiveFoldFigures, crossValidate, FOLDS, fitTables } from './fit/fit-tables.ts'
import { FIT_SETTINGS, TABLE_PLAN } from './fit/plan.ts'
import { readWalletSets, type WalletSet } from './read-wallets.ts'

const USAGE = `Usage: npm run fit -- --data DIR

Fits the points tables to the labelled wallets in DIR (every .jsonl and .jsonl.gz file) and writes them, with
their five-fold figures, to packages/score/src/tables. Writes there also the scores of ordinary wallets, as counts,
with which a wallet is compared before it is accused by its behaviour alone, and the quartiles of every input over
ordinary wallets, which stand beside each reason.
`

const HEAD =
  '// Written by `npm run fit`; what the numbers mean and where they come from is in docs/build/scoring.md.\n'

const TABLES = fileURLToPath(new URL('../../../packages/score/src/tables/', import.meta.url))

await runCommandLine(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      out: { type: 'string', default: TABLES },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(USAGE)
  if (values.data === undefined) throw new FatalError(USAGE)
  const sets = await readWalletSets(values.data)
  const examples = buildExamples(sets)
  requireBothLabels(values.data, examples)
  print(`Fitting to ${examples.length} wallets of ${sets.map(({ name }) => name).join(', ')} ...\n`)
  const tables = fitTables(TABLE_PLAN, examples, FIT_SETTINGS)
  print('Fitting five times more, each time without a fifth of them ...\n')
  const scores = crossValidate(TABLE_PLAN, examples, FIT_SETTINGS)
  const folds = computeFiveFoldFigures(sets, scores)
  for (const fold of folds) print(formatFold(fold))
  const conformal = buildConformalTables(sets, scores)
  const accusations = computeAccusationFigures(sets, scores, conformal)
  for (const one of accusations) print(`${formatAccusations(one)}\n`)
  const files = {
    'fitted-tables': renderFittedTables(
      tables,
      folds.map(({ figures }) => figures),
    ),
    'conformal-tables': renderConformalTables(conformal, accusations),
    'ordinary-inputs': renderOrdinaryInputs(computeOrdinaryInputs(sets)),
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFileAtomic(join(values.out, `${name}.generated.ts`), text)
  }
})

/** Throws when either class is too small: tables fitted to one class cannot separate both, and would replace good ones. */
function requireBothLabels(folder: string, examples: readonly TrainingExample[]): void {
  const illicit = examples.filter(({ wallet }) => wallet.isIllicit).length
  const normal = examples.length - illicit
  if (Math.min(illicit, normal) >= FOLDS) return
  throw new FatalError(
    `${folder} has ${illicit} illicit and ${normal} normal wallets: a fit needs ${FOLDS} of each`,
  )
}

type MeasuredFit = ReturnType<typeof computeFiveFoldFigures>[number]

function formatFold({ figures, illicitSuspected, normalSuspected }: MeasuredFit): string {
  const { set, label, auc, recallAt1 } = figures
  const rates = `AUC ${auc.toFixed(4)}, recall at 1 % ${recallAt1.toFixed(3)}`
  const levels = `below ${SUSPECTED_BELOW}: illicit ${illicitSuspected.toFixed(3)}, normal ${normalSuspected.toFixed(3)}`
  return `${set}, ${label}: ${rates}, ${levels}\n`
}

/**
 * Computes the quartiles of every input over the ordinary wallets of all sets, each with the same weight. A
 * wallet for which an input is unknown does not count there.
 */
function computeOrdinaryInputs(sets: readonly WalletSet[]) {
  const ordinary = sets.flatMap(({ wallets }) => wallets.filter(({ isIllicit }) => !isIllicit))
  const values = ordinary.map(({ facts }) => computeInputs(facts))
  const names = Object.keys(INPUTS) as InputName[]
  return Object.fromEntries(
    names.map((name) => [name, computeQuartiles(values.flatMap((own) => own[name] ?? []))]),
  )
}

/** Both in one file, so that they always match. */
function renderFittedTables(tables: object, figures: readonly object[]): string {
  return `${HEAD}
import type { PointsTables } from '../points-table.ts'
import type { FiveFoldFigures } from './accuracy.ts'

/** Points fitted to labelled wallets, in units of 1/10,000 of the factor. */
export const FITTED_TABLES: PointsTables = ${render(tables)}

/** Five-fold figures: accuracy of tables fitted in the same way on wallets that were not used for the fit. */
export const ACCURACY: readonly FiveFoldFigures[] = ${render(figures)}
`
}

function renderConformalTables(tables: readonly object[], figures: readonly object[]): string {
  return `${HEAD}
import type { ConformalTable } from '../behaviour/conformal-table.ts'
import type { AccusationFigures } from './accuracy.ts'

/** Scores by behaviour alone of labelled ordinary wallets, by tables that were fitted without them. */
export const CONFORMAL_TABLES: readonly ConformalTable[] = ${render(tables)}

/** Accusations by behaviour alone, on wallets that were not used for the fit. */
export const ACCUSATIONS: readonly AccusationFigures[] = ${render(figures)}
`
}

function renderOrdinaryInputs(inputs: object): string {
  return `${HEAD}
import type { InputName } from '../inputs/inputs.ts'
import type { Quartiles } from '../ordinary/quartiles.ts'

/** Quartiles of every input over labelled ordinary wallets; \`null\` where none of them has a value. */
export const ORDINARY_INPUTS: Readonly<Record<InputName, Quartiles | null>> = ${render(inputs)}
`
}

function render(value: object): string {
  return inspect(value, { depth: null, maxArrayLength: null, breakLength: 100 })
}

/** The file has the new content, or is unchanged. Throws `FatalError` when it cannot be written. */
async function writeFileAtomic(path: string, text: string): Promise<void> {
  try {
    await writeFile(`${path}.draft`, text)
    await rename(`${path}.draft`, path)
  } catch (cause) {
    throw new FatalError(`${path} cannot be written: ${getErrorMessage(cause)}`, { cause })
  }
}
