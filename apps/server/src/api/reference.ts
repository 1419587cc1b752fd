import { getAccuracy, getCatalogue, getNetwork, getOutcomes } from '@app/api/routes/reference.ts'
import type { Accuracy, Catalogue } from '@app/api/schemas/reference.ts'
import { FACTOR_RULES } from '@app/score/factors/factors.ts'
import type { PointsRows } from '@app/score/points-table.ts'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import {
  FACTOR_DEFINITIONS,
  FACTOR_UNIT,
  FACTORS,
  type Factor,
  WEIGHT_PERCENT,
} from '@app/values/factor.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import { readOutcomes } from '../agent/outcomes/read-outcomes.ts'
import { loadIndexedTip } from '../facts/load-indexed-tip.ts'
import type { Api } from './api.ts'
import { mountRoute } from './http/mount-route.ts'
import { toBlockRef } from './load-response-meta.ts'

export function mountReferenceRoutes(api: Api): void {
  mountRoute(api, { route: getCatalogue }, () => ({ data: buildCatalogue() }))
  mountRoute(api, { route: getAccuracy }, () => ({ data: buildAccuracy() }))
  mountRoute(api, { route: getOutcomes }, async () => ({ data: await readOutcomes(api.context) }))
  mountRoute(api, { route: getNetwork }, async () => {
    const tip = await loadIndexedTip(api.context)
    return {
      data: {
        network: api.context.config.network,
        latestBlock: tip && toBlockRef(tip),
        fromHeight: tip?.fromHeight ?? null,
        nodeHeight: tip?.nodeHeight ?? null,
        lagBlocks: tip?.lagBlocks ?? null,
      },
    }
  })
}

/** A factor is judged by a points table, or by signals of its own. */
const TABLES: Readonly<Partial<Record<Factor, readonly PointsRows[]>>> = POINTS_TABLES

function buildCatalogue(): Catalogue {
  return {
    version: SCORE_VERSION,
    factors: FACTORS.map((factor) => ({
      factor,
      weightPercent: WEIGHT_PERCENT[factor],
      description: FACTOR_DEFINITIONS[factor].description,
    })),
    levels: RISK_LEVELS.map((level) => ({
      level,
      fromScore: RISK_LEVEL_DEFINITIONS[level].fromScore,
    })),
    signals: FACTORS.flatMap((factor) => [...listTableSignals(factor), ...listRuleSignals(factor)]),
  }
}

function listTableSignals(factor: Factor): Catalogue['signals'] {
  return (TABLES[factor] ?? []).map(({ code, group, inputs, points }) => ({
    factor,
    code,
    reason: group,
    inputs: [...inputs],
    rule: `Points by bands of ${inputs.join(' and ')}`,
    ...toPointsRange(factor, points),
  }))
}

function listRuleSignals(factor: Factor): Catalogue['signals'] {
  return FACTOR_RULES[factor].signals.map(({ code, rule, worst, best }) => ({
    factor,
    code,
    reason: code,
    inputs: [],
    rule,
    ...toPointsRange(factor, [worst, best]),
  }))
}

function toPointsRange(factor: Factor, points: readonly number[]) {
  const toScorePoints = (units: number) => (units * WEIGHT_PERCENT[factor]) / FACTOR_UNIT
  return {
    worstPoints: toScorePoints(Math.min(...points)),
    bestPoints: toScorePoints(Math.max(...points)),
  }
}

/**
 * Builds the accuracy figures of the shipped tables, measured on wallets that were not used for
 * fitting.
 */
const buildAccuracy = (): Accuracy => ({
  version: SCORE_VERSION,
  method:
    'Five-fold cross-validation: every wallet is judged by tables that were fitted without it, one table for all sets.',
  figures: [...ACCURACY],
  accusations: [...ACCUSATIONS],
  sources: SOURCES,
  reproduce: REPRODUCE,
  limits: LIMITS,
})

const SOURCES: Accuracy['sources'] = [
  {
    set: 'broad',
    name: 'Reported accounts',
    description: 'Ethereum accounts that the community reported for fraud, and ordinary ones.',
    reference:
      'Farrugia, Ellul, Azzopardi: Detection of illicit accounts over the Ethereum blockchain (2020)',
    url: 'https://doi.org/10.1016/j.eswa.2020.113318',
  },
  {
    set: 'graph',
    name: 'Phishing network',
    description:
      "Accounts that Etherscan lists for phishing and others drawn at random, in XBlock's network of the payments around them.",
    reference:
      'Lin, Wu, Yuan, Zheng: T-EDGE: Temporal weighted multidigraph embedding for Ethereum transaction network analysis (2020)',
    url: 'https://doi.org/10.3389/fphy.2020.00204',
  },
  {
    set: 'raw',
    name: 'Full histories',
    description: 'Every payment of accounts behind phishing and hacks, and of ordinary ones.',
    reference:
      'The accounts of FDGNN: Fraud address detection on Ethereum using graph neural network',
    url: 'https://github.com/Zaehyeon2/FDGNN-Fraud-Address-Detection-on-Ethereum-using-Graph-Neural-Network',
  },
]

const REPRODUCE: Accuracy['reproduce'] = [
  {
    command: 'npm run fit -- --data DIR',
    text: 'Fits the tables to the same public sets, and measures them as above.',
  },
  {
    command: 'npm run backtest -- FILE…',
    text: 'Scores labelled wallets of your own with the shipped tables.',
  },
  {
    command: 'npm run cost-to-game',
    text: 'Simulates what a scammer spends and waits to look well.',
  },
]

const LIMITS: Accuracy['limits'] = [
  'The labels come from another chain, Ethereum: no public set of labelled Flow wallets exists, so nobody has measured the score on Flow.',
  'About half of the weight is unknown there: contact with listed scams, NFTs and community signals count as one half. The figures are those of behaviour alone.',
  'Only wallets that somebody reported are labelled. Some wallets counted as normal may be illicit ones that nobody noticed.',
  'Ponzi schemes are left out: the payments they make through contracts are missing in the data.',
  'The tables are public. Whoever is patient can behave like an ordinary wallet: in a simulation, a fresh one became Trusted in 90 days with 8 FLOW, or in a year with less than one.',
]
