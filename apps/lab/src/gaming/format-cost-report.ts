import { SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import type { CheapestAttack } from './cheapest-attacks.ts'
import type { CostToGame } from './simulate-cost-to-game.ts'

/** Formats the simulation as text. */
export function formatCostReport(game: CostToGame): string {
  const { version, prices, theft, trusted, unsuspicious } = game
  return [
    `Upper bound of a scammer's cost for a good score by the tables of version ${version}`,
    `  prices: account ${formatFlow(prices.createAccount)}, transfer ${formatFlow(prices.transfer)}, NFT ${formatFlow(prices.buyNft)}`,
    '',
    `TRUSTED (${TRUSTED_FROM}) before any theft:`,
    ...formatTable(trusted),
    '',
    `${SUSPECTED_BELOW} or more after ${theft.victims} victims lost ${theft.flowPerVictim} FLOW each:`,
    ...formatTable(unsuspicious),
    ...formatScoresAfterTheft(game),
    ...formatExternalFactScores(game),
    '',
  ].join('\n')
}

function formatTable(attacks: readonly CheapestAttack[]): string[] {
  return [
    '  within       FLOW    capital   accounts  transfers  NFTs  score',
    ...attacks.map(formatRow),
  ]
}

function formatRow({ days, cheapest, capital, bestScore }: CheapestAttack): string {
  const wait = `  ${`${days} days`.padEnd(10)}`
  if (cheapest === null) return `${wait} nothing found; the best score is ${bestScore.toFixed(1)}`
  const { accounts, transfers, strategy, score } = cheapest
  const numbers = [
    cheapest.flow.toFixed(3).padStart(8),
    capital.toFixed(2).padStart(11),
    `${accounts}`.padStart(11),
    `${transfers}`.padStart(11),
    `${strategy.collections}`.padStart(6),
    score.toFixed(1).padStart(7),
  ]
  return `${wait}${numbers.join('')}`
}

function formatScoresAfterTheft({ scoresAfterTheft }: CostToGame): string[] {
  if (scoresAfterTheft.length === 0) return []
  return [
    '',
    'The cheapest TRUSTED wallet after a theft, each loot as large as a prepared receipt:',
    '  victims   unprepared   emptied at once   passed on over 30 days',
    ...scoresAfterTheft.map(({ victims, unprepared, emptiedAtOnce, passedOnSlowly }) =>
      [
        `  ${`${victims}`.padEnd(7)}`,
        unprepared.toFixed(1).padStart(13),
        emptiedAtOnce.toFixed(1).padStart(18),
        passedOnSlowly.toFixed(1).padStart(25),
      ].join(''),
    ),
  ]
}

function formatExternalFactScores({ externalFactScores }: CostToGame): string[] {
  if (externalFactScores === null) return []
  const { asPrepared, createdEarly, paidByListed, reported, frozen, listed } = externalFactScores
  return [
    '',
    'The same wallet after events outside its control:',
    `  as prepared                     ${asPrepared.toFixed(1)}`,
    `  created among the first tenth   ${createdEarly.toFixed(1)}`,
    `  paid by a listed account        ${paidByListed.toFixed(1)}`,
    `  reported by ten TRUSTED wallets ${reported.toFixed(1)}`,
    `  frozen by a vote                ${frozen.toFixed(1)}`,
    `  on the scam list itself         ${listed.toFixed(1)}`,
  ]
}

const formatFlow = (amount: number): string => `${Number(amount.toFixed(5))} FLOW`
